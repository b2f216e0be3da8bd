package main

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/zincsearch/zincsearch/pkg/auth"
	"github.com/zincsearch/zincsearch/pkg/handlers/document"
	"github.com/zincsearch/zincsearch/pkg/handlers/index"
	"github.com/zincsearch/zincsearch/pkg/handlers/search"
	"github.com/zincsearch/zincsearch/pkg/meta"
	"github.com/zincsearch/zincsearch/pkg/meta/elastic"
)

// routes are those of ZincSearch's that are compatible with Elasticsearch and have to do with documents, under the same
// paths. (Its package routes cannot be imported: it needs the web interface.)
func routes() http.Handler {
	app := gin.New()
	app.Use(gin.Recovery()) // as ZincSearch does: a panic is answered with 500
	app.GET("/healthz", meta.GetHealthz)

	// Elasticsearch's clients refuse a server that does not send this header.
	es := app.Group("/es", func(c *gin.Context) { c.Header("X-Elastic-Product", "Elasticsearch") })
	es.GET("/", func(c *gin.Context) { c.JSON(http.StatusOK, elastic.NewESInfo(c)) })

	users := es.Group("", authenticate)
	users.POST("/_bulk", document.ESBulk)
	users.POST("/:target/_bulk", document.ESBulk)
	users.PUT("/:target/_bulk", document.ESBulk)
	users.POST("/:target/_search", search.SearchDSL)
	users.POST("/:target/_refresh", index.Refresh)
	users.GET("/:target/_mapping", index.GetESMapping)
	users.PUT("/:target/_doc/:id", document.CreateUpdate)
	users.DELETE("/:target/_doc/:id", document.Delete)
	return app
}

// authenticate wants a user of ZincSearch's and the password. Roles are not looked at: the only user is the first,
// who may do everything.
func authenticate(c *gin.Context) {
	name, password, given := c.Request.BasicAuth()
	if given {
		_, given = auth.VerifyCredentials(name, password)
	}
	if !given {
		c.AbortWithStatusJSON(http.StatusUnauthorized, gin.H{"error": "a user and a password are needed"})
	}
}

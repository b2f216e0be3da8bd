module informerbench/report/page/browser

go 1.26.0

require (
	github.com/chromedp/cdproto v0.0.0
	github.com/chromedp/chromedp v0.14.2
	informerbench v0.0.0
)

replace informerbench => ../../..

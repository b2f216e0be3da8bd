//go:build race

package faults_test

const raceDetector = true

import { Counter, Gauge } from '@prometheus-io/client'
import { browserReports } from '../browser-reports.ts'
import { readerStatistics } from '../reader/statistics.ts'
import { metricsRegistry } from './metrics.ts'

/** Exports counts that other parts of this process keep. */

new Counter({
  name: 'portal_file_readers_total',
  help: 'Files sent by somebody that a reading process has read, by outcome; memory, time, crash, answer: it was ended for that',
  labelNames: ['outcome'],
  registers: [metricsRegistry],
  collect() {
    const { read, unreadable, refused, killed } = readerStatistics()
    this.reset()
    for (const [outcome, count] of Object.entries({ read, unreadable, refused, ...killed }))
      this.inc({ outcome }, count)
  },
})

new Gauge({
  name: 'portal_file_readers',
  help: 'Files that are being read, files that wait for their turn, and reading processes that live',
  labelNames: ['state'],
  registers: [metricsRegistry],
  collect() {
    const { running, waiting, processes } = readerStatistics()
    this.set({ state: 'running' }, running.quick + running.long)
    this.set({ state: 'waiting' }, waiting.quick + waiting.long)
    this.set({ state: 'processes' }, processes)
  },
})

new Gauge({
  name: 'portal_file_reader_peak_bytes',
  help: 'The most memory that one reading process has used since the server started',
  registers: [metricsRegistry],
  collect() {
    this.set(readerStatistics().peakMemoryBytes)
  },
})

new Counter({
  name: 'portal_browser_errors_total',
  help: 'Faults that browsers reported to this process, by front end',
  labelNames: ['app'],
  registers: [metricsRegistry],
  collect() {
    this.reset()
    for (const [app, count] of browserReports.errors) this.inc({ app }, count)
  },
})

new Counter({
  name: 'portal_browser_visits_total',
  help: 'Visits whose speed browsers reported to this process, by measure and rating',
  labelNames: ['metric', 'rating'],
  registers: [metricsRegistry],
  collect() {
    this.reset()
    for (const [key, count] of Object.entries(browserReports.vitals)) {
      const [metric = '', rating = ''] = key.split(' ')
      this.inc({ metric, rating }, count)
    }
  },
})

new Counter({
  name: 'portal_browser_reports_lost_total',
  help: 'Reports of browsers that could not be written',
  registers: [metricsRegistry],
  collect() {
    this.reset()
    this.inc(browserReports.lost)
  },
})

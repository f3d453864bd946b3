import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'

/** Label values must come from the contract, the job list or a catalogue, never from requests. */
export const metricsRegistry = new Registry()

// Measures once per second, because the default of 100 ms would double the cost of an idle process.
collectDefaultMetrics({ register: metricsRegistry, eventLoopUtilizationTimeout: 1000 })

const registers = [metricsRegistry]

/** Histogram limits in seconds, from a heartbeat to an export. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export const requestCounter = new Counter({
  name: 'portal_requests_total',
  help: 'Answered requests by call, audience, class of the HTTP status and of the envelope code',
  labelNames: ['call', 'audience', 'status', 'answer'],
  registers,
})

export const requestSeconds = new Histogram({
  name: 'portal_request_duration_seconds',
  help: 'Time from the first byte of a request to the last of its answer',
  labelNames: ['call'],
  buckets: durations,
  registers,
})

export const refusalCounter = new Counter({
  name: 'portal_refusals_total',
  help: 'Refused requests by key of the catalogue; failed sign-ins, lockouts and 429 are among them',
  labelNames: ['key'],
  registers,
})

export const pageCounter = new Counter({
  name: 'portal_pages_total',
  help: 'Public pages by source: rendered now, kept from before, or the empty shell that makes itself in the browser',
  labelNames: ['source'],
  registers,
})

export const poolWaitSeconds = new Histogram({
  name: 'portal_database_pool_wait_seconds',
  help: 'Time until a pool gave a connection',
  labelNames: ['pool'],
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10],
  registers,
})

export const poolTimeouts = new Counter({
  name: 'portal_database_pool_timeouts_total',
  help: 'Times that a pool gave no connection',
  labelNames: ['pool'],
  registers,
})

export const replicaReads = new Counter({
  name: 'portal_replica_reads_total',
  help: 'Reads that a standby may answer, by who answered and why: current, late, away, failed',
  labelNames: ['answered_by', 'reason'],
  registers,
})

export const replicaLag = new Gauge({
  name: 'portal_replica_lag_bytes',
  help: 'Bytes of the write-ahead log that a standby lacked when it was last asked',
  labelNames: ['host'],
  registers,
})

export const groupCommitBatchSize = new Histogram({
  name: 'portal_group_commit_batch_size',
  help: 'Writes that went to the database together',
  labelNames: ['queue'],
  buckets: [1, 2, 5, 10, 25, 50, 100, 150, 250, 400],
  registers,
})

export const jobRuns = new Counter({
  name: 'portal_job_runs_total',
  help: 'Runs of a job in this process, by outcome',
  labelNames: ['job_name', 'outcome'],
  registers,
})

export const jobSeconds = new Histogram({
  name: 'portal_job_duration_seconds',
  help: 'Time that a run of a job took',
  labelNames: ['job_name'],
  buckets: [0.01, 0.05, 0.25, 1, 5, 15, 60, 300],
  registers,
})

export const jobLastSuccess = new Gauge({
  name: 'portal_job_last_success_timestamp_seconds',
  help: 'When a job last succeeded in this process; before that, when the process started its jobs',
  labelNames: ['job_name'],
  registers,
})

export const jobRunningSince = new Gauge({
  name: 'portal_job_running_since_timestamp_seconds',
  help: 'When the run that goes on in this process began; nothing while there is none',
  labelNames: ['job_name'],
  registers,
})

export const channelSeconds = new Histogram({
  name: 'portal_channel_call_duration_seconds',
  help: 'Calls of payment and message channels, by channel, operation and outcome',
  labelNames: ['channel', 'operation', 'outcome'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers,
})

export const droppedLogLines = new Counter({
  name: 'portal_log_lines_dropped_total',
  help: 'Log lines that nobody took in time',
  registers,
})

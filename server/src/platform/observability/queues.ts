import { Gauge } from '@prometheus-io/client'
import { metricsRegistry } from './metrics.ts'

const queues = new Map<string, (() => number)[]>()

new Gauge({
  name: 'portal_group_commit_waiting',
  help: 'Writes that wait in a queue or are on their way to the database',
  labelNames: ['queue'],
  registers: [metricsRegistry],
  collect() {
    for (const [queue, lengths] of queues)
      this.set(
        { queue },
        lengths.reduce((sum, length) => sum + length(), 0),
      )
  },
})

export function measureQueue(name: string, length: () => number): void {
  queues.set(name, [...(queues.get(name) ?? []), length])
}

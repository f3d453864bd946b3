import { maxVitalValue } from '@ce/contract/web-vitals'
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import type { ClientReport, PageFacts } from './page-error.ts'

type Vital = NonNullable<ClientReport['vitals']>[number]

interface Reporter {
  facts: () => PageFacts
  send: (what: Pick<ClientReport, 'vitals'>, facts: PageFacts) => void
}

/** Reports this document's speed once it is hidden. */
export function measureVitals(reporting: Reporter): void {
  const opened = reporting.facts()
  const found = new Map<Vital['name'], Vital>()
  const tell = () => {
    if (found.size === 0 || !navigator.onLine) return
    const vitals = [...found.values()]
    found.clear()
    reporting.send({ vitals }, opened)
  }
  const note = ({ name, value }: Metric) => {
    found.set(name, { name, value: Math.min(Math.round(value * 1000) / 1000, maxVitalValue) })
    // Send a moment later, because the last measures come with the same event that hides the page.
    if (document.visibilityState === 'hidden') setTimeout(tell)
  }
  for (const on of [onLCP, onINP, onCLS, onTTFB, onFCP]) on(note)
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') tell()
  })
}

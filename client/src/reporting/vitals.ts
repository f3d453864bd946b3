import { vitalMost } from '@ce/contract/web-vitals'
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import type { PageFacts, Report } from './page-error.ts'

type Vital = NonNullable<Report['vitals']>[number]

interface Reporter {
  facts: () => PageFacts
  send: (what: Pick<Report, 'vitals'>, facts: PageFacts) => void
}

/** Measures this document and tells it once it is hidden. All of it counts for the page that was opened first, whatever was opened in it later. */
export function measure(reporting: Reporter): void {
  const opened = reporting.facts()
  const found = new Map<Vital['name'], Vital>()
  const tell = () => {
    if (found.size === 0 || !navigator.onLine) return
    const vitals = [...found.values()]
    found.clear()
    reporting.send({ vitals }, opened)
  }
  const note = ({ name, value }: Metric) => {
    found.set(name, { name, value: Math.min(Math.round(value * 1000) / 1000, vitalMost) })
    // the last of them are told by the same event that hides the page: they go together
    if (document.visibilityState === 'hidden') setTimeout(tell)
  }
  for (const on of [onLCP, onINP, onCLS, onTTFB, onFCP]) on(note)
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') tell()
  })
}

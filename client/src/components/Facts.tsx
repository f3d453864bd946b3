import type { ReactNode } from 'react'

/** A name, and what stands behind it. */
export type Fact = readonly [name: string, what: ReactNode]

interface FactsProps {
  facts: readonly Fact[]
  /** its columns */
  className: string | undefined
}

/** What is known of something, each under its name. */
export function Facts({ facts, className }: FactsProps) {
  return (
    <dl className={className}>
      {facts.map(([name, what]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  )
}

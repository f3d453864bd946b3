import type { ReactNode } from 'react'

export type DefinitionItem = readonly [name: string, what: ReactNode]

interface FactsProps {
  facts: readonly DefinitionItem[]
  /** Class that sets the columns. */
  className: string | undefined
}

export function DefinitionList({ facts, className }: FactsProps) {
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

import { Facts as FactList } from '@ce/client/components/Facts.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import card from './card.module.css'

/** Names and what stands behind each; a date ends no line. */
export function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <FactList
      className={card.facts}
      facts={facts.map(([name, text]) => [name, <Dated key={name}>{text}</Dated>])}
    />
  )
}

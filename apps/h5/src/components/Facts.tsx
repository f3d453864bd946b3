import { Dated } from '@ce/ui/Dated.tsx'
import card from './card.module.css'

/** Names and what stands behind each. */
export function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className={card.facts}>
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Dated>{text}</Dated>
          </dd>
        </div>
      ))}
    </dl>
  )
}

import { DefinitionList as FactList } from '@ce/client/components/DefinitionList.tsx'
import { DatedText } from '@ce/ui/Dated.tsx'
import card from './card.module.css'

export function FactCard({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <FactList
      className={card.facts}
      facts={facts.map(([name, text]) => [name, <DatedText key={name}>{text}</DatedText>])}
    />
  )
}

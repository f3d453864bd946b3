import { Loaded } from '@ce/client/components/Loaded.tsx'
import { type Outside, outsideQuery } from '@ce/client/message.ts'
import { Button } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import card from '../../components/card.module.css'
import { useNamedPart } from '../../components/use-named-part.ts'
import { useOutside } from '../message/use-outside.ts'
import { outsideLine, outsideWords } from '../message/words.ts'
import { EmailSheet } from './EmailSheet.tsx'
import classes from './Privacy.module.css'

/** Messages by e-mail and SMS; nothing where the portal has neither. */
export function OutsidePart() {
  const query = useQuery(outsideQuery())
  if (query.isPending || query.data?.channels.length === 0) return null
  if (query.data) return <Ways channels={query.data.channels} />
  return (
    <section className={card.card} aria-labelledby="ways">
      <h2 id="ways">{outsideWords.ways}</h2>
      <Loaded query={query}>{() => null}</Loaded>
    </section>
  )
}

function Ways({ channels }: { channels: readonly Outside[] }) {
  const heading = useNamedPart('outside')
  return (
    <section className={card.card} aria-labelledby="outside">
      <h2 id="outside" ref={heading} className={classes.named} tabIndex={-1}>
        {outsideWords.title}
      </h2>
      <p>{outsideWords.explained}</p>
      <ul className={classes.rows}>
        {channels.map((channel) => (
          <Way key={channel.channel} outside={channel} />
        ))}
      </ul>
    </section>
  )
}

function Way({ outside }: { outside: Outside }) {
  const { channel, agreedAt } = outside
  const { words, mark, busy, agree, asking, asked, stop } = useOutside(outside)
  return (
    <li>
      <div>
        <h3>
          {words.name} <StatusMark kind={mark.kind}>{mark.label}</StatusMark>
        </h3>
        <p>{words.what}</p>
        <p className={card.quiet}>
          <Dated>{outsideLine(outside)}</Dated>
        </p>
      </div>
      <div className={card.tools}>
        {agreedAt && channel === 'EMAIL' && (
          <Button kind="quiet" onClick={agree}>
            {outsideWords.change}
          </Button>
        )}
        {agreedAt ? (
          <Button
            kind="quiet"
            busy={busy}
            aria-label={`${outsideWords.stop}${words.name}`}
            onClick={stop}
          >
            {outsideWords.stop}
          </Button>
        ) : (
          <Button kind="quiet" busy={busy} onClick={agree}>
            {words.agree}
          </Button>
        )}
      </div>
      {asking && <EmailSheet onClose={asked} />}
    </li>
  )
}

import { type Outside, outsideQuery } from '@ce/client/message.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { useOutside } from '@ce/frame/student/message/use-outside.ts'
import { outsideLine, outsideWords } from '@ce/frame/student/message/words.ts'
import { useNamedPart } from '@ce/frame/student/use-named-part.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, Card, Space } from 'antd'
import { EmailDialog } from './EmailDialog.tsx'
import classes from './Privacy.module.css'

/** Messages by e-mail and SMS; nothing where the portal has neither. */
export function OutsideCard() {
  const query = useQuery(outsideQuery())
  if (query.isPending || query.data?.channels.length === 0) return null
  if (query.data) return <Ways channels={query.data.channels} />
  return (
    <Card title={<h2>{outsideWords.ways}</h2>}>
      <Loaded query={query}>{() => null}</Loaded>
    </Card>
  )
}

function Ways({ channels }: { channels: readonly Outside[] }) {
  const heading = useNamedPart('outside')
  return (
    <Card
      title={
        <h2 ref={heading} className={classes.named} tabIndex={-1}>
          {outsideWords.title}
        </h2>
      }
    >
      <p className={classes.text}>{outsideWords.explained}</p>
      <ul className={classes.rows}>
        {channels.map((channel) => (
          <Way key={channel.channel} outside={channel} />
        ))}
      </ul>
    </Card>
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
        <div>{words.what}</div>
        <div className={classes.small}>{outsideLine(outside)}</div>
      </div>
      <Space wrap>
        {agreedAt && channel === 'EMAIL' && <Button onClick={agree}>{outsideWords.change}</Button>}
        {agreedAt ? (
          <Button loading={busy} aria-label={`${outsideWords.stop}${words.name}`} onClick={stop}>
            {outsideWords.stop}
          </Button>
        ) : (
          <Button loading={busy} onClick={agree}>
            {words.agree}
          </Button>
        )}
      </Space>
      {asking && <EmailDialog onClose={asked} />}
    </li>
  )
}

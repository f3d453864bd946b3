import { DatedText } from '@ce/ui/Dated.tsx'
import type { ClientOutput } from '../../call.ts'
import { formatDateTime } from '../../format.ts'
import classes from './Review.module.css'

type Entry = ClientOutput<'GET /exam/v1/answer_log'>['entries'][number]

export function AnswerLogEntries({ entries }: { entries: Entry[] }) {
  return (
    <section className={classes.card} aria-labelledby="log-entries">
      <h2 id="log-entries">共 {entries.length} 条</h2>
      <ol className={classes.entries}>
        {entries.map((entry) => (
          <li key={entry.seq} className={classes.entry}>
            <p>
              <strong>第 {entry.seq} 条</strong> {entry.kind === 'SUBMIT' ? '交卷' : '保存'} ·{' '}
              <DatedText>{formatDateTime(entry.at)}</DatedText>
            </p>
            <p>{entry.changes.length > 0 ? entry.changes.map(changeText).join('；') : '没有改动'}</p>
            <p className={classes.quiet}>
              校验值 <code>{entry.hash.slice(0, 16)}</code>
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function changeText({ question, chosen }: Entry['changes'][number]): string {
  return `第 ${question} 题 ${chosen.length > 0 ? chosen.join('') : '清除'}`
}

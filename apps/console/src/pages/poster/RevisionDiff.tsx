import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { posterPreviewQuery } from '@ce/client/staff/poster.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { visibleTextLines } from './content.ts'
import classes from './History.module.css'
import { collapseUnchangedLines, diffTextLines, type TextDiffLine } from './text-diff.ts'

interface RevisionDiffProps {
  id: string
  from: number
  to: number
}

export function PosterRevisionDiff({ id, from, to }: RevisionDiffProps) {
  const before = useQuery(posterPreviewQuery(id, from))
  const after = useQuery(posterPreviewQuery(id, to))
  return (
    <section className={classes.diff} aria-label={`第 ${from} 稿与第 ${to} 稿的差别`}>
      <h2>
        第 {from} 稿 → 第 {to} 稿
      </h2>
      <QueryContent query={before}>
        {(old) => (
          <QueryContent query={after}>
            {(now) => <Difference before={linesOf(old)} after={linesOf(now)} />}
          </QueryContent>
        )}
      </QueryContent>
    </section>
  )
}

interface Shown {
  title: string
  summary: string
  bodyHtml: string
}

const linesOf = ({ title, summary, bodyHtml }: Shown) => [
  `标题：${title}`,
  ...(summary ? [`摘要：${summary}`] : []),
  ...visibleTextLines(bodyHtml),
]

const marks: Record<TextDiffLine['kind'], { sign: string; words: string }> = {
  same: { sign: '', words: '' },
  added: { sign: '＋', words: '新增：' },
  removed: { sign: '－', words: '删去：' },
}

function Difference({ before, after }: { before: string[]; after: string[] }) {
  const lines = collapseUnchangedLines(diffTextLines(before, after))
  if (lines.every((line) => typeof line === 'number'))
    return (
      <EmptyState title="标题、摘要和正文的文字没有差别">
        格式、图片、封面、视频和附件不在对比之内，请用“查看”。
      </EmptyState>
    )
  const keyed = lines.map((line, index) => ({ line, key: index }))
  return (
    <ol className={classes.lines}>
      {keyed.map(({ line, key }) =>
        typeof line === 'number' ? (
          <li key={key} className={classes.folded}>
            … {line} 段没有变化
          </li>
        ) : (
          <li key={key} className={classes[line.kind]}>
            <span aria-hidden="true">{marks[line.kind].sign}</span>
            <span className="visually-hidden">{marks[line.kind].words}</span>
            <span>{line.text}</span>
          </li>
        ),
      )}
    </ol>
  )
}

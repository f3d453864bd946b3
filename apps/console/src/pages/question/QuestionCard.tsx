import type { ShownQuestion } from '@ce/client/staff/question.ts'
import { optionLetterOf } from '@ce/contract/question-options'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import classes from './QuestionCard.module.css'

interface QuestionCardProps {
  content: Pick<ShownQuestion, 'type' | 'stem' | 'options' | 'explanation'>
  /** True shows the right options and the explanation, which students do not see in an exam. */
  answers?: boolean
}

export function QuestionCard({ content, answers = false }: QuestionCardProps) {
  const { type, stem, options, explanation } = content
  const mark = type === 'MULTIPLE' ? classes.box : classes.circle
  const rows = options.map((option, index) => ({ ...option, letter: optionLetterOf(index) }))
  return (
    <div className={classes.card}>
      <p className={classes.stem}>{stem.trim() || '（还没有题干）'}</p>
      <ol className={classes.options}>
        {rows.map(({ letter, text, right }) => (
          <li key={letter} className={answers && right ? classes.right : undefined}>
            {!answers && <span className={mark} aria-hidden="true" />}
            <span className={classes.letter}>{letter}</span>
            <span className={classes.text}>{text.trim() || '（空）'}</span>
            {answers && right && <StatusMark kind="done">正确答案</StatusMark>}
          </li>
        ))}
      </ol>
      {answers && (
        <p className={classes.explanation}>
          <strong>解析</strong> {explanation || '（没有）'}
        </p>
      )}
    </div>
  )
}

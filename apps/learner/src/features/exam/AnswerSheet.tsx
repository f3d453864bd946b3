import { type AttemptState, isQuestionAnswered } from '@ce/client/exam-attempt/state.ts'
import { Button } from '@ce/ui/Button.tsx'
import classes from './AnswerSheet.module.css'

interface AnswerSheetProps {
  state: AttemptState
  onGo: (index: number) => void
  onSubmit: () => void
  keys: boolean
  onKeys: (wanted: boolean) => void
}

/** Marks each question as answered (filled, ✓), unanswered (outlined, ○) or marked (⚑). */
export function AnswerSheet({ state, onGo, onSubmit, keys, onKeys }: AnswerSheetProps) {
  const questions = state.sitting?.questions ?? []
  const answered = questions.filter((question) => isQuestionAnswered(state, question)).length
  return (
    <div className={classes.sheet}>
      <p className={classes.sum}>
        已答 {answered} 题，未答 {questions.length - answered} 题
        {state.marks.length > 0 && `，标记 ${state.marks.length} 题`}
      </p>
      <ol className={classes.numbers}>
        {questions.map((question, index) => {
          const done = isQuestionAnswered(state, question)
          const marked = state.marks.includes(question.id)
          return (
            <li key={question.id}>
              <button
                type="button"
                className={`${classes.number} ${done ? classes.done : ''}`}
                aria-current={index === state.current ? 'true' : undefined}
                aria-label={`第 ${index + 1} 题，${done ? '已答' : '未答'}${marked ? '，已标记' : ''}`}
                onClick={() => onGo(index)}
              >
                {index + 1}
                <span>
                  {done ? '✓' : '○'}
                  {marked && <span className={classes.flag}>⚑</span>}
                </span>
              </button>
            </li>
          )
        })}
      </ol>
      <p className={classes.legend} aria-hidden="true">
        <span>✓ 已答</span>
        <span>○ 未答</span>
        <span className={classes.flag}>⚑ 已标记</span>
      </p>
      <Button onClick={onSubmit}>交卷</Button>
      <Keys wanted={keys} onChange={onKeys} />
    </div>
  )
}

function Keys({ wanted, onChange }: { wanted: boolean; onChange: (wanted: boolean) => void }) {
  return (
    <div className={classes.keys}>
      <label className={classes.keysRow}>
        键盘快捷键
        <input type="checkbox" checked={wanted} onChange={({ target }) => onChange(target.checked)} />
      </label>
      {wanted && <p>A–F 或 1–6 选择 · ← → 换题 · M 标记</p>}
    </div>
  )
}

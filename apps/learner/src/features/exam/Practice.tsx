import type { ClientOutput } from '@ce/client/call.ts'
import classes from '@ce/client/components/exam-review/Review.module.css'
import { ReviewedOption } from '@ce/client/components/exam-review/ReviewedQuestion.tsx'
import { questionTypeNames } from '@ce/client/exam-type-names.ts'
import { optionLetterOf } from '@ce/contract/question-options'
import { Alert } from '@ce/ui/Alert.tsx'
import { Button } from '@ce/ui/Button.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useEffect, useRef, useState } from 'react'
import frame from './Exam.module.css'
import question from './Question.module.css'
import { toggleAnswerOption } from './use-exam-keys.ts'

type ReviewedQuestion = ClientOutput<'GET /exam/v1/review'>['questions'][number]

/** Practises the wrongly answered questions again; the answers never leave the page. */
export function WrongAnswerPractice({ questions }: { questions: ReviewedQuestion[] }) {
  const wrong = questions.filter(({ right, corrected }) => !right && corrected !== 'STRIKE')
  if (wrong.length === 0) return <EmptyState title="没有错题">这次考试全部答对，不需要练习。</EmptyState>
  return (
    <>
      <Alert kind="info" title="练习不计学时，不影响成绩，也不会被记录。" />
      <Round questions={wrong} />
    </>
  )
}

function Round({ questions }: { questions: ReviewedQuestion[] }) {
  const [at, setAt] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const current = questions[at]
  const turn = (to: number) => {
    setAt(to)
    heading.current?.focus()
  }
  if (!current) return null
  return (
    <article className={frame.card}>
      <h2 ref={heading} tabIndex={-1} className={question.heading}>
        <span>
          第 {at + 1} 道错题 <small>/ 共 {questions.length} 道</small>
        </span>
        <small>{questionTypeNames[current.type]}</small>
      </h2>
      <Try key={current.id} question={current} />
      <div className={question.actions}>
        <Button kind="quiet" disabled={at === 0} onClick={() => turn(at - 1)}>
          上一题
        </Button>
        <Button kind="quiet" disabled={at === questions.length - 1} onClick={() => turn(at + 1)}>
          下一题
        </Button>
      </div>
    </article>
  )
}

function Try({ question: asked }: { question: ReviewedQuestion }) {
  const [chosen, setChosen] = useState<string[]>([])
  const [shown, setShown] = useState(false)
  const tries = useRef<HTMLFieldSetElement>(null)
  const before = useRef(shown)
  // The pressed button is disabled until an option is chosen, so move the focus.
  useEffect(() => {
    if (before.current && !shown) tries.current?.querySelector('input')?.focus()
    before.current = shown
  }, [shown])
  const { id, type, stem, options, answer, explanation } = asked
  const right = chosen.length === answer.length && answer.every((one) => chosen.includes(one))
  return (
    <>
      <fieldset ref={tries} className={question.options} hidden={shown}>
        <legend className={question.stem}>{stem}</legend>
        {options.map((option, index) => (
          <label key={option.id} className={question.option}>
            <input
              type={type === 'MULTIPLE' ? 'checkbox' : 'radio'}
              name={id}
              checked={chosen.includes(option.id)}
              onChange={() => setChosen(toggleAnswerOption(asked, chosen, option.id))}
            />
            <span className={question.letter}>{optionLetterOf(index)}</span>
            <span>{option.text}</span>
          </label>
        ))}
      </fieldset>
      {shown && (
        <>
          <p className={question.stem}>{stem}</p>
          <ul className={classes.options}>
            {options.map((option, index) => (
              <ReviewedOption
                key={option.id}
                question={{ answer, chosen }}
                option={option}
                letter={optionLetterOf(index)}
              />
            ))}
          </ul>
        </>
      )}
      <div aria-live="polite">
        {shown && (
          <Alert inRegion kind={right ? 'success' : 'warning'} title={right ? '答对了' : '答错了'}>
            {explanation}
          </Alert>
        )}
      </div>
      <div>
        <Button
          disabled={!shown && chosen.length === 0}
          onClick={() => {
            if (shown) setChosen([])
            setShown(!shown)
          }}
        >
          {shown ? '再做一次' : '看答案'}
        </Button>
      </div>
    </>
  )
}

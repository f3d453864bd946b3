import { letterOf } from '@ce/contract/question-options'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useState } from 'react'
import before from '../BeforeExam.module.css'
import frame from '../Exam.module.css'
import { useExamKit } from '../exam-kit.tsx'
import { typeNames } from '../type-names.ts'
import classes from './Review.module.css'
import { type Review, type ReviewedQuestion, ReviewLoaded } from './ReviewLoaded.tsx'
import { SittingHead } from './SittingHead.tsx'

/** 答卷与解析: every question with what was chosen, what is right, and why. */
export function ReviewedPaper({ attemptId }: { attemptId: string }) {
  return (
    <ReviewLoaded attemptId={attemptId}>{(review) => <Questions review={review} />}</ReviewLoaded>
  )
}

function Questions({ review }: { review: Review }) {
  const { Check } = useExamKit()
  const [onlyWrong, setOnlyWrong] = useState(false)
  const numbered = review.questions.map((question, index) => ({ question, number: index + 1 }))
  const wrong = numbered.filter(
    ({ question }) => !question.right && question.corrected !== 'STRIKE',
  )
  return (
    <>
      <SittingHead sitting={review} />
      <Check checked={onlyWrong} onChange={setOnlyWrong}>
        只看答错和未答的 {wrong.length} 题
      </Check>
      {onlyWrong && wrong.length === 0 && <p className={before.quiet}>全部答对，没有错题。</p>}
      <ol className={classes.list}>
        {(onlyWrong ? wrong : numbered).map((one) => (
          <li key={one.question.id}>
            <Question {...one} />
          </li>
        ))}
      </ol>
    </>
  )
}

/** how a question was marked anew */
const correctedWords = {
  KEY: '考试后更正过正确答案，这里显示的是更正后的答案。',
  ALL: '考试后改为全部给分，所有考生都得这道题的分。',
  STRIKE: '考试后不再计分，其余题目折算为满分。',
} as const

/** @param props.whose words of the mark on what was chosen */
export function Question(props: { question: ReviewedQuestion; number: number; whose?: string }) {
  const { question, number, whose } = props
  const { type, stem, options, points, right, chosen, corrected, explanation } = question
  return (
    <article className={frame.card} aria-labelledby={`question-${number}`}>
      <h3 id={`question-${number}`} className={classes.head}>
        <span>第 {number} 题</span>
        <small>
          {typeNames[type]} · {points} 分
        </small>
        {corrected === 'STRIKE' ? (
          <StatusMark kind="locked">不计分</StatusMark>
        ) : right ? (
          <StatusMark kind="done">答对</StatusMark>
        ) : (
          <StatusMark kind="error">{chosen.length > 0 ? '答错' : '未作答'}</StatusMark>
        )}
      </h3>
      <p className={classes.stem}>{stem}</p>
      <ul className={classes.options}>
        {options.map((option, index) => (
          <Option
            key={option.id}
            question={question}
            option={option}
            letter={letterOf(index)}
            {...(whose ? { whose } : {})}
          />
        ))}
      </ul>
      {corrected && <p className={before.quiet}>{correctedWords[corrected]}</p>}
      {explanation && (
        <p className={classes.explanation}>
          <strong>解析</strong> {explanation}
        </p>
      )}
    </article>
  )
}

/** The marks are words: colour alone says nothing. */
export function Option(props: {
  question: Pick<ReviewedQuestion, 'answer' | 'chosen'>
  option: { id: string; text: string }
  letter: string
  whose?: string
}) {
  const { question, option, letter, whose = '您的选择' } = props
  const isRight = question.answer.includes(option.id)
  const isChosen = question.chosen.includes(option.id)
  const marks = [...(isRight ? ['正确答案'] : []), ...(isChosen ? [whose] : [])]
  const state = isRight ? classes.right : isChosen ? classes.wrong : ''
  return (
    <li className={`${classes.option} ${state}`}>
      <span className={classes.letter}>{letter}</span>
      <span>{option.text}</span>
      {marks.length > 0 && <small className={classes.marks}>{marks.join(' · ')}</small>}
    </li>
  )
}

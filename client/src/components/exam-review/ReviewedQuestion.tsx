import { optionLetterOf } from '@ce/contract/question-options'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { ClientOutput } from '../../call.ts'
import { questionTypeNames } from '../../exam-type-names.ts'
import classes from './Review.module.css'

type ReviewedQuestion = ClientOutput<'GET /exam/v1/review'>['questions'][number]

const correctedWords = {
  KEY: '考试后更正过正确答案，这里显示的是更正后的答案。',
  ALL: '考试后改为全部给分，所有考生都得这道题的分。',
  STRIKE: '考试后不再计分，其余题目折算为满分。',
} as const

/** @param props.whose text shown beside the options that the student chose */
export function ReviewedQuestion(props: { question: ReviewedQuestion; number: number; whose?: string }) {
  const { question, number, whose } = props
  const { type, stem, options, points, right, chosen, corrected, explanation } = question
  return (
    <article className={classes.card} aria-labelledby={`question-${number}`}>
      <h3 id={`question-${number}`} className={classes.head}>
        <span>第 {number} 题</span>
        <small>
          {questionTypeNames[type]} · {points} 分
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
          <ReviewedOption
            key={option.id}
            question={question}
            option={option}
            letter={optionLetterOf(index)}
            {...(whose ? { whose } : {})}
          />
        ))}
      </ul>
      {corrected && <p className={classes.quiet}>{correctedWords[corrected]}</p>}
      {explanation && (
        <p className={classes.explanation}>
          <strong>解析</strong> {explanation}
        </p>
      )}
    </article>
  )
}

/**
 * Shows one option of a reviewed question. Right and chosen options are marked with texts, because colour alone is not
 * accessible.
 */
export function ReviewedOption(props: {
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

import classes from '@ce/client/components/exam-review/Review.module.css'
import { ReviewedQuestion } from '@ce/client/components/exam-review/ReviewedQuestion.tsx'
import { useState } from 'react'
import before from '../BeforeExam.module.css'
import { useExamKit } from '../exam-kit.tsx'
import { type Review, ReviewLoaded } from './ReviewLoaded.tsx'
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
            <ReviewedQuestion {...one} />
          </li>
        ))}
      </ol>
    </>
  )
}

/** how a question was marked anew */

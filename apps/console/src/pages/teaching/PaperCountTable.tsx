import { questionCountIndexOf, totalQuestionsOfType } from '@ce/contract/paper-rules'
import { difficulties, difficultyLabel, questionTypeLabels, questionTypes } from '@ce/contract/question-options'
import { useId } from 'react'
import { NumberInput } from '../../kit/NumberInput.tsx'
import {
  type EditedExamRules,
  questionCountProblem,
  questionCountsProblem,
  questionTypeCountOf,
  typeAndLevelLabel,
  typeCountLabel,
  withDifficultyCount,
  withQuestionTypeCount,
} from './draft-rules.ts'
import { NumberFieldProblem } from './FieldProblem.tsx'
import classes from './teaching.module.css'

interface PaperTableProps {
  rules: EditedExamRules
  bank: readonly number[]
  readOnly: boolean
  onChange: (rules: EditedExamRules) => void
}

/** Sets the number of questions per type, and per difficulty if the paper has a difficulty mix. */
export function PaperCountTable({ rules, bank, readOnly, onChange }: PaperTableProps) {
  const { mix } = rules
  const problemId = useId()
  return (
    <div className={classes.paperBox}>
      <table className={classes.paper}>
        <caption className="visually-hidden">试卷的构成</caption>
        <thead>
          <tr>
            <th scope="col">题型</th>
            {mix &&
              difficulties.map((level) => (
                <th key={level} scope="col">
                  {difficultyLabel(level)}
                </th>
              ))}
            <th scope="col">每卷题数</th>
            <th scope="col">题库（易/中/难）</th>
          </tr>
        </thead>
        <tbody>
          {questionTypes.map((type) => (
            <tr key={type}>
              <th scope="row">{questionTypeLabels[type]}</th>
              {mix &&
                difficulties.map((level) => (
                  <td key={level}>
                    <Count
                      label={typeAndLevelLabel(type, level)}
                      value={mix[questionCountIndexOf(type, level)] ?? null}
                      problemId={problemId}
                      have={bank[questionCountIndexOf(type, level)] ?? 0}
                      readOnly={readOnly}
                      onChange={(count) => onChange(withDifficultyCount(rules, type, level, count))}
                    />
                  </td>
                ))}
              <td>
                {mix ? (
                  questionTypeCountOf(rules, type)
                ) : (
                  <Count
                    label={typeCountLabel(type)}
                    value={questionTypeCountOf(rules, type)}
                    problemId={problemId}
                    have={totalQuestionsOfType(bank, type)}
                    readOnly={readOnly}
                    onChange={(count) => onChange(withQuestionTypeCount(rules, type, count))}
                  />
                )}
              </td>
              <td>
                {totalQuestionsOfType(bank, type)}（
                {difficulties.map((level) => bank[questionCountIndexOf(type, level)] ?? 0).join('/')}）
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <NumberFieldProblem id={problemId} problem={questionCountsProblem(rules)} />
    </div>
  )
}

interface CountProps {
  label: string
  value: number | null
  have: number
  problemId: string
  readOnly: boolean
  onChange: (count: number | null) => void
}

function Count({ label, value, have, problemId, readOnly, onChange }: CountProps) {
  const wrong = questionCountProblem(label, value) !== null
  return (
    <NumberInput
      aria-label={label}
      aria-invalid={wrong}
      aria-describedby={problemId}
      size="small"
      className={classes.count}
      value={value}
      status={wrong || (value ?? 0) > have ? 'error' : ''}
      disabled={readOnly}
      onChange={onChange}
    />
  )
}

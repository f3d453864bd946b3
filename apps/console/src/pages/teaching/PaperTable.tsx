import { cellOf, typeTotal } from '@ce/contract/paper-rules'
import {
  difficulties,
  difficultyName,
  questionTypes,
  typeNames,
} from '@ce/contract/question-options'
import { useId } from 'react'
import { NumberInput } from '../../kit/NumberInput.tsx'
import {
  cellWords,
  countOf,
  countProblem,
  countsProblem,
  countWords,
  type DraftRules,
  withCell,
  withCount,
} from './draft-rules.ts'
import { FieldProblem } from './FieldProblem.tsx'
import classes from './teaching.module.css'

interface PaperTableProps {
  rules: DraftRules
  bank: readonly number[]
  readOnly: boolean
  onChange: (rules: DraftRules) => void
}

/** How many questions of each type a paper asks, and of each difficulty where that is said. */
export function PaperTable({ rules, bank, readOnly, onChange }: PaperTableProps) {
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
                  {difficultyName(level)}
                </th>
              ))}
            <th scope="col">每卷题数</th>
            <th scope="col">题库（易/中/难）</th>
          </tr>
        </thead>
        <tbody>
          {questionTypes.map((type) => (
            <tr key={type}>
              <th scope="row">{typeNames[type]}</th>
              {mix &&
                difficulties.map((level) => (
                  <td key={level}>
                    <Count
                      label={cellWords(type, level)}
                      value={mix[cellOf(type, level)] ?? null}
                      problemId={problemId}
                      have={bank[cellOf(type, level)] ?? 0}
                      readOnly={readOnly}
                      onChange={(count) => onChange(withCell(rules, type, level, count))}
                    />
                  </td>
                ))}
              <td>
                {mix ? (
                  countOf(rules, type)
                ) : (
                  <Count
                    label={countWords(type)}
                    value={countOf(rules, type)}
                    problemId={problemId}
                    have={typeTotal(bank, type)}
                    readOnly={readOnly}
                    onChange={(count) => onChange(withCount(rules, type, count))}
                  />
                )}
              </td>
              <td>
                {typeTotal(bank, type)}（
                {difficulties.map((level) => bank[cellOf(type, level)] ?? 0).join('/')}）
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <FieldProblem id={problemId} problem={countsProblem(rules)} />
    </div>
  )
}

interface CountProps {
  /** what it is called where it is wrong, too */
  label: string
  value: number | null
  have: number
  problemId: string
  readOnly: boolean
  onChange: (count: number | null) => void
}

function Count({ label, value, have, problemId, readOnly, onChange }: CountProps) {
  const wrong = countProblem(label, value) !== null
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

import type { ExamRules } from '@ce/client/staff/teaching.ts'
import { cellOf, typeNeed, typeTotal } from '@ce/contract/paper-rules'
import {
  difficulties,
  difficultyName,
  questionTypes,
  typeNames,
} from '@ce/contract/question-options'
import { InputNumber } from 'antd'
import { withCell, withCount } from './draft.ts'
import classes from './teaching.module.css'

interface PaperTableProps {
  rules: ExamRules
  bank: readonly number[]
  readOnly: boolean
  onChange: (rules: ExamRules) => void
}

/** How many questions of each type a paper asks, and of each difficulty where that is said. */
export function PaperTable({ rules, bank, readOnly, onChange }: PaperTableProps) {
  const { mix } = rules
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
                      label={`${typeNames[type]}，${difficultyName(level)}`}
                      value={mix[cellOf(type, level)] ?? 0}
                      have={bank[cellOf(type, level)] ?? 0}
                      readOnly={readOnly}
                      onChange={(count) => onChange(withCell(rules, type, level, count))}
                    />
                  </td>
                ))}
              <td>
                {mix ? (
                  typeNeed(rules, type)
                ) : (
                  <Count
                    label={`${typeNames[type]}题数`}
                    value={typeNeed(rules, type)}
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
    </div>
  )
}

interface CountProps {
  label: string
  value: number
  have: number
  readOnly: boolean
  onChange: (count: number) => void
}

function Count({ label, value, have, readOnly, onChange }: CountProps) {
  return (
    <InputNumber
      aria-label={label}
      min={0}
      max={100}
      precision={0}
      size="small"
      className={classes.count}
      value={value}
      status={value > have ? 'error' : ''}
      disabled={readOnly}
      onChange={(next) => onChange(next ?? 0)}
    />
  )
}

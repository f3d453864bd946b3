import type { ExamRules } from '@ce/client/staff/teaching.ts'
import {
  cellOf,
  type PaperType,
  paperDifficulties,
  paperTypes,
  typeNeed,
  typeTotal,
} from '@ce/contract/paper-rules'
import { InputNumber } from 'antd'
import { withCell, withCount } from './draft.ts'
import classes from './teaching.module.css'

interface PaperTableProps {
  rules: ExamRules
  bank: readonly number[]
  readOnly: boolean
  onChange: (rules: ExamRules) => void
}

const typeNames: Record<PaperType, string> = {
  SINGLE: '单选题',
  MULTIPLE: '多选题',
  JUDGE: '判断题',
}
const levelNames = ['易', '中', '难']

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
              levelNames.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            <th scope="col">每卷题数</th>
            <th scope="col">题库（易/中/难）</th>
          </tr>
        </thead>
        <tbody>
          {paperTypes.map((type) => (
            <tr key={type}>
              <th scope="row">{typeNames[type]}</th>
              {mix &&
                paperDifficulties.map((level) => (
                  <td key={level}>
                    <Count
                      label={`${typeNames[type]}，${levelNames[level - 1]}`}
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
                {paperDifficulties.map((level) => bank[cellOf(type, level)] ?? 0).join('/')}）
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

import type { ExamRules } from '@ce/client/staff/teaching.ts'
import { paperPoints, typeNeed, typeTotal } from '@ce/contract/paper-rules'
import { questionTypes } from '@ce/contract/question-options'
import { Checkbox, InputNumber } from 'antd'
import { useId } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { mixFor } from './draft.ts'
import { PaperTable } from './PaperTable.tsx'
import classes from './teaching.module.css'

interface RulesFieldProps {
  rules: ExamRules
  /** the bank's enabled questions: 易 中 难 of each type, nine counts */
  bank: readonly number[]
  courseId: string
  readOnly: boolean
  onChange: (rules: ExamRules) => void
}

/** How the paper is drawn and judged, beside what the bank has for it. */
export function RulesField({ rules, bank, courseId, readOnly, onChange }: RulesFieldProps) {
  const set = (change: Partial<ExamRules>) => onChange({ ...rules, ...change })
  const count = questionTypes.reduce((sum, type) => sum + typeNeed(rules, type), 0)
  const stock = questionTypes.reduce((sum, type) => sum + typeTotal(bank, type), 0)
  return (
    <>
      <p className={classes.hint}>
        题库里有 {stock} 道启用的试题。
        <Link to={paths.questionsIn({ course: courseId })}>查看题库</Link>
      </p>
      <Checkbox
        checked={rules.mix !== null}
        disabled={readOnly}
        onChange={({ target }) => set({ mix: target.checked ? mixFor(rules, bank) : null })}
      >
        指定各难度的题数
      </Checkbox>
      <PaperTable rules={rules} bank={bank} readOnly={readOnly} onChange={onChange} />
      <div className={classes.figures}>
        <Figure
          label="每题分值"
          value={rules.pointsEach}
          min={1}
          max={100}
          readOnly={readOnly}
          onChange={(pointsEach) => set({ pointsEach })}
        />
        <p className={classes.total} role="status">
          总分 <strong>{count * rules.pointsEach}</strong> 分（应为 {paperPoints} 分）
        </p>
        <Figure
          label="及格分"
          value={rules.passMark}
          min={1}
          max={100}
          readOnly={readOnly}
          onChange={(passMark) => set({ passMark })}
        />
        <Figure
          label="考试分钟数"
          value={rules.examSeconds / 60}
          min={1}
          max={240}
          readOnly={readOnly}
          onChange={(minutes) => set({ examSeconds: minutes * 60 })}
        />
        <Figure
          label="每轮考试次数"
          value={rules.attemptsPerRound}
          min={1}
          max={10}
          readOnly={readOnly}
          onChange={(attemptsPerRound) => set({ attemptsPerRound })}
        />
        <Figure
          label="随机抓拍次数"
          value={rules.randomCaptures}
          min={0}
          max={10}
          readOnly={readOnly}
          onChange={(randomCaptures) => set({ randomCaptures })}
        />
      </div>
    </>
  )
}

interface FigureProps {
  label: string
  value: number
  min: number
  max: number
  readOnly: boolean
  onChange: (value: number) => void
}

function Figure({ label, value, min, max, readOnly, onChange }: FigureProps) {
  const id = useId()
  return (
    <div className={classes.figure}>
      <label htmlFor={id}>{label}</label>
      <InputNumber
        id={id}
        min={min}
        max={max}
        precision={0}
        value={value}
        disabled={readOnly}
        onChange={(next) => onChange(next ?? min)}
      />
    </div>
  )
}

import { paperPoints, typeNeed, typeTotal } from '@ce/contract/paper-rules'
import { questionTypes } from '@ce/contract/question-options'
import { Checkbox } from 'antd'
import { useId } from 'react'
import { Link } from 'react-router'
import { NumberInput } from '../../kit/NumberInput.tsx'
import { paths } from '../../paths.ts'
import {
  countedRules,
  type DraftRules,
  type FigureName,
  figureLimits,
  figureOf,
  figureProblem,
  withFigure,
  withMix,
} from './draft-rules.ts'
import { FieldProblem } from './FieldProblem.tsx'
import { PaperTable } from './PaperTable.tsx'
import classes from './teaching.module.css'

interface RulesFieldProps {
  rules: DraftRules
  /** the bank's enabled questions: 易 中 难 of each type, nine counts */
  bank: readonly number[]
  courseId: string
  readOnly: boolean
  onChange: (rules: DraftRules) => void
}

/** How the paper is drawn and judged, beside what the bank has for it. */
export function RulesField({ rules, bank, courseId, readOnly, onChange }: RulesFieldProps) {
  const counted = countedRules(rules)
  const count = questionTypes.reduce((sum, type) => sum + typeNeed(counted, type), 0)
  const stock = questionTypes.reduce((sum, type) => sum + typeTotal(bank, type), 0)
  const shared = { rules, readOnly, onChange }
  return (
    <>
      <p className={classes.hint}>
        题库里有 {stock} 道启用的试题。
        <Link to={paths.questionsIn({ course: courseId })}>查看题库</Link>
      </p>
      <Checkbox
        checked={rules.mix !== null}
        disabled={readOnly}
        onChange={({ target }) =>
          onChange(target.checked ? withMix(rules, bank) : { ...rules, mix: null })
        }
      >
        指定各难度的题数
      </Checkbox>
      <PaperTable rules={rules} bank={bank} readOnly={readOnly} onChange={onChange} />
      <div className={classes.figures}>
        <Figure name="pointsEach" {...shared} />
        <p className={classes.total} role="status">
          总分 <strong>{count * counted.pointsEach}</strong> 分（应为 {paperPoints} 分）
        </p>
        <Figure name="passMark" {...shared} />
        <Figure name="examSeconds" {...shared} />
        <Figure name="attemptsPerRound" {...shared} />
        <Figure name="randomCaptures" {...shared} />
      </div>
    </>
  )
}

interface FigureProps extends Pick<RulesFieldProps, 'rules' | 'readOnly' | 'onChange'> {
  name: FigureName
}

function Figure({ name, rules, readOnly, onChange }: FigureProps) {
  const id = useId()
  const problem = figureProblem(rules, name)
  return (
    <div className={classes.figure}>
      <label htmlFor={id}>{figureLimits[name].what}</label>
      <NumberInput
        id={id}
        value={figureOf(rules, name)}
        status={problem ? 'error' : ''}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
        disabled={readOnly}
        onChange={(next) => onChange(withFigure(rules, name, next))}
      />
      <FieldProblem id={`${id}-problem`} problem={problem} />
    </div>
  )
}

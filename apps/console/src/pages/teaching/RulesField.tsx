import { pointsPerPaper, questionCountOfType, totalQuestionsOfType } from '@ce/contract/paper-rules'
import { questionTypes } from '@ce/contract/question-options'
import { Checkbox } from 'antd'
import { useId } from 'react'
import { Link } from 'react-router'
import { NumberInput } from '../../kit/NumberInput.tsx'
import { paths } from '../../paths.ts'
import {
  type EditedExamRules,
  type ExamRuleName,
  examRuleFieldProblem,
  examRuleFieldValue,
  examRuleLimits,
  proposeDifficultyMix,
  toCountedExamRules,
  withExamRuleField,
} from './draft-rules.ts'
import { NumberFieldProblem } from './FieldProblem.tsx'
import { PaperCountTable } from './PaperCountTable.tsx'
import classes from './teaching.module.css'

interface RulesFieldProps {
  rules: EditedExamRules
  bank: readonly number[]
  courseId: string
  readOnly: boolean
  onChange: (rules: EditedExamRules) => void
}

export function ExamRulesFields({ rules, bank, courseId, readOnly, onChange }: RulesFieldProps) {
  const counted = toCountedExamRules(rules)
  const count = questionTypes.reduce((sum, type) => sum + questionCountOfType(counted, type), 0)
  const stock = questionTypes.reduce((sum, type) => sum + totalQuestionsOfType(bank, type), 0)
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
          onChange(target.checked ? proposeDifficultyMix(rules, bank) : { ...rules, mix: null })
        }
      >
        指定各难度的题数
      </Checkbox>
      <PaperCountTable rules={rules} bank={bank} readOnly={readOnly} onChange={onChange} />
      <div className={classes.figures}>
        <Figure name="pointsEach" {...shared} />
        <p className={classes.total} role="status">
          总分 <strong>{count * counted.pointsEach}</strong> 分（应为 {pointsPerPaper} 分）
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
  name: ExamRuleName
}

function Figure({ name, rules, readOnly, onChange }: FigureProps) {
  const id = useId()
  const problem = examRuleFieldProblem(rules, name)
  return (
    <div className={classes.figure}>
      <label htmlFor={id}>{examRuleLimits[name].what}</label>
      <NumberInput
        id={id}
        value={examRuleFieldValue(rules, name)}
        status={problem ? 'error' : ''}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
        disabled={readOnly}
        onChange={(next) => onChange(withExamRuleField(rules, name, next))}
      />
      <NumberFieldProblem id={`${id}-problem`} problem={problem} />
    </div>
  )
}

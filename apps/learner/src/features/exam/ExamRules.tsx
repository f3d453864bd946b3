import type { ExamInfo } from '@ce/client/exam-attempt/state.ts'
import { formatLastDay } from '@ce/client/format.ts'
import classes from './BeforeExam.module.css'
import frame from './Exam.module.css'
import { examTime } from './exam-time.ts'

interface ExamRulesProps {
  info: Pick<
    ExamInfo,
    'rules' | 'durationSeconds' | 'extraPercent' | 'state' | 'attemptsLeft' | 'studyEndAt'
  >
}

/** Counts, points, pass mark, time and – until one is passed – attempts, each with its unit. */
export function ExamRules({ info }: ExamRulesProps) {
  const { rules } = info
  return (
    <section className={frame.card} aria-labelledby="exam-rules">
      <h2 id="exam-rules">考试规则</h2>
      <dl className={classes.rules}>
        <Rule name="题量" value={`${rules.single + rules.multiple + rules.judge} 题`}>
          {kinds(rules)}
        </Rule>
        <Rule name="总分" value={`${rules.totalPoints} 分`}>
          每题 {rules.pointsEach} 分，多选题全对才得分
        </Rule>
        <Rule name="及格分" value={`${rules.passMark} 分`}>
          及格即计入学时
        </Rule>
        <Rule name="时长" value={examTime(info.durationSeconds)}>
          {extraWords(info)}从点击开始起计时，中途不暂停
        </Rule>
        {info.state !== 'PASSED' && (
          <Rule name="剩余次数" value={`${info.attemptsLeft} 次`}>
            每轮 {rules.attemptsPerRound} 次；用完后重新学习课程，开始新的一轮
          </Rule>
        )}
        <Rule name="考试截止" value={formatLastDay(info.studyEndAt)}>
          截止前开始的考试可考完
        </Rule>
      </dl>
    </section>
  )
}

/** What the extra time is an addition to. */
function extraWords({ rules, extraPercent }: ExamRulesProps['info']): string {
  if (extraPercent === 0) return ''
  return `原 ${examTime(rules.durationSeconds)}，已为您延长 ${extraPercent}%；`
}

function kinds({ single, multiple, judge }: ExamInfo['rules']): string {
  const parts = [
    single > 0 && `单选 ${single}\u00a0题`,
    multiple > 0 && `多选 ${multiple}\u00a0题`,
    judge > 0 && `判断 ${judge}\u00a0题`,
  ]
  return parts.filter(Boolean).join('、')
}

function Rule({
  name,
  value,
  children,
}: {
  name: string
  value: string
  children: React.ReactNode
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        <span>{children}</span>
      </dd>
    </div>
  )
}

import type { ExamInfo } from '@ce/client/exam-attempt/state.ts'
import { formatHoursUnit, formatLastDay } from '@ce/client/format.ts'
import { trialTexts } from '@ce/contract/trial-text'
import { Alert } from '@ce/ui/Alert.tsx'
import { buttonClass } from '@ce/ui/Button.tsx'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './BeforeExam.module.css'

interface Note {
  kind: 'success' | 'info' | 'warning'
  title: string
  text: string
  /** Link to the step that would unlock the exam. */
  action?: { to: string; words: string; state?: { evaluate: true } }
}

export function ExamLockNote({ info }: { info: ExamInfo }) {
  const note = noteOf(info)
  if (!note) return null
  const { kind, title, text, action } = note
  return (
    <Alert kind={kind} title={title}>
      <div className={classes.lock}>
        <p>{text}</p>
        {action && (
          <Link className={buttonClass('quiet')} to={action.to} state={action.state}>
            {action.words}
          </Link>
        )}
      </div>
    </Alert>
  )
}

function noteOf(info: ExamInfo): Note | null {
  const learn = paths.learn(info.signId, info.id)
  if (info.state === 'VOID') return voided(info, learn)
  if (info.lockedBecause) return locks[info.lockedBecause](info, learn)
  if (info.state === 'PASSED')
    return {
      kind: 'success',
      title: '您已通过本课程考试',
      text: info.trial
        ? `${trialTexts.tag}年度的学时不计入继续教育，无需再考。`
        : `已计入 ${formatHoursUnit(info.hours)}，无需再考。`,
      action: { to: paths.grant(), words: '查看学时证明' },
    }
  return info.state === 'EXHAUSTED' ? spent(info, learn) : null
}

function spent({ rules }: ExamInfo, learn: string): Note {
  return {
    kind: 'warning',
    title: '本轮考试次数已用完',
    text: `请把本课程的全部课时重新学习一遍，学完后可再考 ${rules.attemptsPerRound} 次。重新学习不重复计学时，也不影响已有的学时。`,
    action: { to: learn, words: '去重新学习' },
  }
}

function voided(info: ExamInfo, learn: string): Note {
  const { lockedBecause, attemptsLeft } = info
  const told = '已计入的学时随之撤销。如有疑问，请联系客服。'
  const note = { kind: 'warning', title: '上次考试成绩经核查已作废' } as const
  const over = lockedBecause === 'CLOSED' || lockedBecause === 'NOT_PAID'
  const studyAgain = attemptsLeft === 0 && !over ? spent(info, learn) : null
  const next = studyAgain ?? (lockedBecause && locks[lockedBecause](info, learn))
  if (!next) return { ...note, text: `${told}可以重新考试。` }
  return { ...next, ...note, text: `${told}${next.title}：${next.text}` }
}

const locks: Record<NonNullable<ExamInfo['lockedBecause']>, (info: ExamInfo, learn: string) => Note> = {
  // The sign may be unpaid, cancelled, refunded or waiting for an employer; its page says which.
  NOT_PAID: ({ signId }) => ({
    kind: 'warning',
    title: '该年度的课程还没有开放',
    text: '缴费后课程开放，学完即可考试。',
    action: { to: paths.course(signId), words: '查看报名情况' },
  }),
  NOT_STUDIED: (_info, learn) => ({
    kind: 'info',
    title: '还有课时没有学完',
    text: '学完本课程全部课时并提交课程评价后即可考试。',
    action: { to: learn, words: '去学习' },
  }),
  NOT_EVALUATED: (_info, learn) => ({
    kind: 'info',
    title: '还没有评价本课程',
    text: '课时已学完，提交课程评价后即可考试。',
    action: { to: learn, words: '去评价', state: { evaluate: true } },
  }),
  CLOSED: ({ studyEndAt }) => ({
    kind: 'warning',
    title: '该年度学习与考试时间已结束',
    text: `截止于 ${formatLastDay(studyEndAt)}，不能再开始考试。`,
  }),
}

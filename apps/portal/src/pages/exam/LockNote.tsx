import type { ExamInfo } from '@ce/client/exam-attempt/state.ts'
import { formatDate } from '@ce/client/format.ts'
import { LinkButton } from '@ce/frame/LinkButton.tsx'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import classes from './BeforeExam.module.css'

interface Note {
  type: 'info' | 'warning' | 'success'
  title: string
  text: string
  action?: ReactNode
}

/** Why the exam cannot be taken now, and the way to what is missing. */
export function LockNote({ info }: { info: ExamInfo }) {
  const note = noteOf(info)
  if (!note) return null
  const { type, title, text, action } = note
  return (
    <Alert
      type={type}
      showIcon
      title={title}
      description={
        <div className={classes.lock}>
          <p>{text}</p>
          {action}
        </div>
      }
    />
  )
}

function noteOf(info: ExamInfo): Note | null {
  const learn = paths.learn(info.signId, info.id)
  if (info.lockedBecause) return locks[info.lockedBecause](info, learn)
  if (info.state === 'PASSED')
    return {
      type: 'success',
      title: '您已通过本课程考试',
      text: '学时已计入学时台账，无需再考。',
      action: <LinkButton to={paths.grant()}>查看学时证明</LinkButton>,
    }
  if (info.state === 'EXHAUSTED')
    return {
      type: 'warning',
      title: '本轮考试次数已用完',
      text: `请把本课程的全部课时重新学习一遍，学完后可再考 ${info.rules.attemptsPerRound} 次。重新学习不重复计学时，也不影响已有的学时。`,
      action: <LinkButton to={learn}>去重新学习</LinkButton>,
    }
  if (info.state === 'VOID')
    return {
      type: 'warning',
      title: '上次考试成绩经核查已作废',
      text: '已计入的学时随之撤销。如有疑问，请联系客服。',
    }
  return null
}

const locks: Record<
  NonNullable<ExamInfo['lockedBecause']>,
  (info: ExamInfo, learn: string) => Note
> = {
  NOT_PAID: () => ({
    type: 'warning',
    title: '该年度尚未缴费',
    text: '缴费并学完课程后即可考试。',
    action: <LinkButton to={paths.orders()}>去支付</LinkButton>,
  }),
  NOT_STUDIED: (_info, learn) => ({
    type: 'info',
    title: '还有课时没有学完',
    text: '学完本课程全部课时并提交课程评价后即可考试。',
    action: <LinkButton to={learn}>去学习</LinkButton>,
  }),
  NOT_EVALUATED: (_info, learn) => ({
    type: 'info',
    title: '还没有评价本课程',
    text: '课时已学完，提交课程评价后即可考试。',
    action: <LinkButton to={learn}>去评价</LinkButton>,
  }),
  CLOSED: ({ studyEndAt }) => ({
    type: 'warning',
    title: '该年度学习与考试时间已结束',
    text: `截止日期为 ${formatDate(studyEndAt)}，不能再开始考试。`,
  }),
}

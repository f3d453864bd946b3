import { examInfoQuery } from '@ce/client/exam.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { useExamKit } from '../exam-kit.tsx'
import { AnswerLog } from './AnswerLog.tsx'
import { Practice } from './Practice.tsx'
import { ReviewedPaper } from './ReviewedPaper.tsx'

const tabs = [
  { value: 'paper', label: '答卷与解析' },
  { value: 'practice', label: '错题练习' },
  { value: 'log', label: '作答记录' },
] as const
type Tab = (typeof tabs)[number]['value']

/** One ended attempt of one's own: the paper with explanations, practice of what was wrong, and what was handed in. */
export function AttemptPlace() {
  const { Frame, Segments } = useExamKit()
  const { signid: signId = '', id = '', attemptid: attemptId = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const exam = useQuery(examInfoQuery({ signId, id }))
  const attempt = exam.data?.attempts.find((one) => one.attemptId === attemptId)
  const open = attempt?.reviewable !== false
  const shown = open ? tabs : tabs.filter(({ value }) => value === 'log')
  // what is not open yet says so itself where its address is opened all the same
  const tab = tabs.find(({ value }) => value === search.get('tab'))?.value ?? 'paper'
  const turn = (to: Tab) => setSearch(to === 'paper' ? {} : { tab: to }, { replace: true })
  return (
    <Frame title="答卷与作答记录" back={{ to: paths.exam(signId, id), label: '返回考试页' }}>
      {shown.length > 1 && (
        <Segments label="查看内容" options={shown} value={tab} onChange={turn} />
      )}
      {tab === 'log' && <AnswerLog attemptId={attemptId} />}
      {tab === 'paper' && <ReviewedPaper attemptId={attemptId} />}
      {tab === 'practice' && <Practice attemptId={attemptId} />}
    </Frame>
  )
}

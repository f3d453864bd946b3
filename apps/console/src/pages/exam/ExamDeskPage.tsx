import { Tabs } from 'antd'
import { useUrlFilters } from '../../kit/list/use-url-filters.ts'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { AppealList } from './AppealList.tsx'
import { AttemptDecisionList } from './AttemptDecisionList.tsx'
import { ExamBoard } from './Board.tsx'
import { ExtraTimeList } from './ExtraTimeList.tsx'
import { RegradeList } from './RegradeList.tsx'
import { RehearsalList } from './RehearsalList.tsx'

const tabs = [
  { key: 'board', label: '考场', children: <ExamBoard /> },
  { key: 'decisions', label: '处置复核', children: <AttemptDecisionList /> },
  { key: 'regrades', label: '重新评分', children: <RegradeList /> },
  { key: 'appeals', label: '申诉', children: <AppealList /> },
  { key: 'extra', label: '加时', children: <ExtraTimeList /> },
  { key: 'rehearsals', label: '考前自检', children: <RehearsalList /> },
]

/** The page 考场: running attempts, decisions, appeals, extra time and rehearsals. The URL contains the tab. */
export function ExamDeskPage() {
  const { get, restart } = useUrlFilters()
  const tab = get('tab') ?? 'board'
  const open = (key: string) => {
    restart({ tab: key })
  }
  return (
    <>
      <PageHeader title="考场">正在进行和已结束的考试。延时、作废、重置由一人申请，另一人复核后生效。</PageHeader>
      <Tabs
        activeKey={tabs.some(({ key }) => key === tab) ? tab : 'board'}
        items={tabs}
        onChange={open}
        destroyOnHidden
      />
    </>
  )
}

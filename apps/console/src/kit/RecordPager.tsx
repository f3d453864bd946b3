import type { StudyRecordData } from '@ce/client/components/study-record/beat-text.ts'
import { Pagination } from 'antd'

interface RecordPagerProps {
  record: StudyRecordData
  onPage: (page: number) => void
}

/** The pages of a study record, on desktops. */
export function RecordPager({ record: { page, pageSize, total }, onPage }: RecordPagerProps) {
  return (
    <Pagination
      size="small"
      current={page}
      pageSize={pageSize}
      total={total}
      hideOnSinglePage
      showSizeChanger={false}
      onChange={onPage}
    />
  )
}

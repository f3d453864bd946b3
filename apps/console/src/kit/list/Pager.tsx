import { Pagination } from 'antd'

interface PagerProps {
  of: { page: number; pageSize: number; total: number }
  onPage: (page: number) => void
}

export function Pager({ of: { page, pageSize, total }, onPage }: PagerProps) {
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

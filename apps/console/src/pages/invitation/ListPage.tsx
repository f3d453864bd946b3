import { Loaded } from '@ce/client/components/Loaded.tsx'
import { employerPlansQuery, listReportQuery } from '@ce/client/employer.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import classes from '../../components/import/Import.module.css'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { ListGuide } from './ListGuide.tsx'
import { ListReportView } from './ListReportView.tsx'
import { type ChosenList, StartList } from './StartList.tsx'

/** 导入名单: a file, what would happen row by row, then an invitation for each row that can be one. */
export function ListPage() {
  const plans = useQuery(employerPlansQuery())
  const { get, set } = useUrlFilters()
  const importId = get('import')
  // kept for another look by other columns; after a reload the file is chosen anew
  const [chosen, setChosen] = useState<ChosenList | null>(null)
  const open = (id: string, list: ChosenList) => {
    setChosen(list)
    set({ import: id })
  }
  return (
    <>
      <PageHeader
        title="导入名单"
        actions={
          importId && <Button onClick={() => set({ import: '', rows: '' })}>导入另一个文件</Button>
        }
      >
        先预览、逐行看结果，确认之后写入。每个人在学员中心收到邀请，由本人确认。
      </PageHeader>
      {importId ? (
        <Checked key={importId} importId={importId} chosen={chosen} open={open} />
      ) : (
        <Loaded query={plans}>
          {({ list }) =>
            list.length === 0 ? (
              <EmptyState title="还没有年度计划">
                协会公布年度计划之后，可以在这里导入名单。
              </EmptyState>
            ) : (
              <div className={classes.columns}>
                <StartList plans={list} onChecked={open} />
                <ListGuide />
              </div>
            )
          }
        </Loaded>
      )}
    </>
  )
}

interface CheckedProps {
  importId: string
  chosen: ChosenList | null
  open: (importId: string, list: ChosenList) => void
}

function Checked({ importId, chosen, open }: CheckedProps) {
  const query = useQuery(listReportQuery(importId))
  return (
    <Loaded query={query}>
      {(report) => (
        <ListReportView
          report={report}
          chosen={chosen}
          open={open}
          renew={() => void query.refetch()}
        />
      )}
    </Loaded>
  )
}

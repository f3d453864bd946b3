import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { type ReactNode, useState } from 'react'
import { BackLink } from '../../components/BackLink.tsx'
import { LinkButton } from '../LinkButton.tsx'
import { PageHeader } from '../PageHeader.tsx'
import type { ImportDescription, ImportReportDesk } from './description.ts'
import { ImportFileGuide } from './FileGuide.tsx'
import classes from './Import.module.css'
import { ImportStart } from './ImportStart.tsx'
import { type OpenImportCallback, useImportDryRun } from './use-dry-run.ts'
import { useImportAddress } from './use-import-address.ts'

interface ImportDeskProps<Input, Sent, Report extends { importId: string }, Field extends string> {
  about: ImportDescription<Input, Sent, Report, Field>
  children: (desk: ImportReportDesk<Report, Field>) => ReactNode
}

export function ImportDesk<Input, Sent, Report extends { importId: string }, Field extends string>({
  about,
  children,
}: ImportDeskProps<Input, Sent, Report, Field>) {
  const { title, lead, back, records, another = '导入另一个文件' } = about
  const address = useImportAddress()
  const { importId } = address
  const [held, setHeld] = useState<{ importId: string; sent: Sent } | null>(null)
  const open: OpenImportCallback<Sent> = (id, sent) => {
    setHeld({ importId: id, sent })
    address.open(id, about.file.toAddress(sent))
  }
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            {!importId && back && <BackLink to={back.to}>{back.words}</BackLink>}
            {records && <LinkButton to={records}>导入记录</LinkButton>}
            {importId && <LinkButton to={address.home()}>{another}</LinkButton>}
          </>
        }
      >
        {lead}
      </PageHeader>
      {importId ? (
        <Reported
          key={importId}
          about={about}
          importId={importId}
          held={held?.importId === importId ? held.sent : null}
          open={open}
        >
          {children}
        </Reported>
      ) : (
        <>
          <div className={classes.columns}>
            <ImportStart about={about} open={open} />
            <ImportFileGuide {...about.guide} />
          </div>
          {about.below}
        </>
      )}
    </>
  )
}

interface ReportedProps<Input, Sent, Report extends { importId: string }, Field extends string>
  extends ImportDeskProps<Input, Sent, Report, Field> {
  importId: string
  held: Sent | null
  open: OpenImportCallback<Sent>
}

function Reported<Input, Sent, Report extends { importId: string }, Field extends string>(
  props: ReportedProps<Input, Sent, Report, Field>,
) {
  const { about, importId, held, open, children } = props
  const address = useImportAddress()
  const query = about.useReport(importId)
  const { start, check } = useImportDryRun(about, open)
  const sent = held ?? (address.file === null ? null : about.file.fromAddress(address.file))
  const { choice } = about
  return (
    <QueryContent query={query} missing={<NoSuchImport home={address.home()} />}>
      {(report) =>
        children({
          report,
          home: address.home(choice?.of && { [choice.name]: choice.of(report) }),
          recheck: sent && {
            start: (wish) => start(sent, choice?.of?.(report) ?? '', wish),
            error: check.error,
            busy: check.isPending,
          },
          renew: () => void query.refetch(),
          lost: query.isRefetchError || query.isPaused,
        })
      }
    </QueryContent>
  )
}

function NoSuchImport({ home }: { home: string }) {
  return (
    <EmptyState
      title="没有找到这次导入"
      action={
        <LinkButton type="primary" to={home}>
          重新选择文件
        </LinkButton>
      }
    >
      没有写入的预览只保留一周，只有做预览的人能打开；网址也可能不完整。
    </EmptyState>
  )
}

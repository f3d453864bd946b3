import { callFailureText } from '@ce/client/form-refusal.ts'
import {
  type PosterImportReport,
  posterImportStateQuery,
  useCancelPosterImport,
  useCheckPosterImport,
  useRunPosterImport,
} from '@ce/client/staff/poster_import.ts'
import type { StaffInput } from '@ce/client/staff-call.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { categories } from '@ce/contract/categories'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { Link } from 'react-router'
import { useConfirm } from '../../kit/confirm.ts'
import type { ImportDescription, ImportGuide, ImportReportDesk } from '../../kit/import/description.ts'
import { uploadedFileSource } from '../../kit/import/file-source.tsx'
import shared from '../../kit/import/Import.module.css'
import { ImportDesk } from '../../kit/import/ImportDesk.tsx'
import { ImportProgress, StopImportButton } from '../../kit/import/ImportProgress.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { paths } from '../../paths.ts'
import classes from './Import.module.css'
import { ContentImportList } from './ImportList.tsx'
import { ContentImportRows } from './ImportRows.tsx'
import { isRefusedForCategoryOnly } from './steps.ts'

const file = uploadedFileSource({
  purpose: 'IMPORT',
  accept: '.zip,.docx,.md,.markdown,.html,.htm',
  label: '上传 ZIP、Word、Markdown 或 HTML',
})

const nowhere = { value: '0', label: '不指定：没有写明栏目的文档不导入' }
const places = [nowhere, ...categories.map(({ id, title }) => ({ value: `${id}`, label: title }))]

const guide: ImportGuide = {
  lines: [
    '一个 Word（.docx）、Markdown（.md）或 HTML（.html）文档，或者装有许多文档的 ZIP。',
    '公众号文章：在电脑浏览器里打开，另存为“网页，全部”，连同文件夹一起打包成 ZIP，图片才会一起导入。',
    'ZIP 里的文件夹可以用栏目名（如 notice、通知公告），文档就归入那个栏目。',
    <>
      文档开头可以写明信息，不写也可以：
      <pre className={classes.example}>{`---
title: 标题
category: notice
date: 2026-03-01
source: 来源
author: 作者
---`}</pre>
    </>,
    '没有写标题的，取正文的第一个标题，再不然取文件名。',
    '法律法规按“第×章”“第×条”自动分出目录和锚点。',
    '已经导入过的文档不会重复导入。',
  ],
}

const about: ImportDescription<StaffInput<'POST /poster_import/v1/check'>, string, PosterImportReport> = {
  title: '批量导入',
  lead: '把原网站的文章一次导入。先逐篇预览、修改，确认之后才写入；可以随时离开，回来接着做。',
  another: '导入记录，或导入另一个文件',
  guide,
  file,
  choice: {
    name: 'category',
    title: '没有写明栏目的文档放在哪里',
    options: places,
    first: nowhere.value,
    missing: '请选择栏目',
  },
  checkPromise: '只检查和报告，不写入任何内容。',
  lostAnswer: '文件可能已经读完：请看下面的导入记录；那里没有时，再按“开始预览”。',
  input: ({ sent, choice }) => ({ fileId: sent, categoryId: Number(choice) || null }),
  useCheck: useCheckPosterImport,
  useReport: (importId) => useQuery(posterImportStateQuery(importId)),
  below: <ContentImportList />,
}

/** The page 批量导入: choose a file, check and edit the documents, then run the import. */
export function ContentImportPage() {
  return <ImportDesk about={about}>{(desk) => <ReportView {...desk} />}</ImportDesk>
}

type Desk = ImportReportDesk<PosterImportReport>

function ReportView(desk: Desk) {
  const { report } = desk
  return (
    <div className={shared.report}>
      <p className={shared.file}>
        <strong>{report.fileName}</strong>
      </p>
      {report.state === 'CHECKED' && <Decision {...desk} />}
      {report.state === 'RUNNING' && (
        <ImportProgress act="导入" done={report.done} all={report.total} unit="篇" lost={desk.lost}>
          <Cancel {...desk} />
        </ImportProgress>
      )}
      {report.state === 'DONE' && <Done {...desk} />}
      {(report.state === 'CANCELLED' || report.state === 'FAILED') && <BrokenOff {...desk} />}
      <ContentImportRows report={report} />
    </div>
  )
}

function Decision(desk: Desk) {
  const { report, renew } = desk
  const confirm = useConfirm()
  const mayPublish = usePermission('poster.publish')
  const run = useRunPosterImport()
  const { create } = report.counts
  const unplaced = report.rows.filter(isRefusedForCategoryOnly).length
  const start = (publish: boolean) =>
    confirm({
      title: publish ? `导入并发布 ${create} 篇？` : `导入 ${create} 篇草稿？`,
      content: `${
        publish
          ? '读者立即能看到它们，日期用文档里写明的日期；日期还没有到的，到时才出现。'
          : '它们会存为草稿，读者看不到，可以逐篇核对后发布。'
      }${leftWords(report)}`,
      okText: publish ? '导入并发布' : '导入为草稿',
      cancelText: '再看看',
      onOk: () => run.mutate({ importId: report.importId, publish }, { onError: renew }),
    })
  return (
    <div className={shared.decision}>
      {unplaced > 0 && (
        <Alert type="warning" showIcon title={`有 ${unplaced} 篇还没有栏目：请勾选后放进栏目，或点标题逐篇选择`} />
      )}
      {create === 0 && unplaced === 0 && <Alert type="info" showIcon title="没有可以导入的内容，请查看各篇的提示。" />}
      {create > 0 && <p>还没有导入。点标题可以修改一篇，点“预览”看访客将看到的页面。</p>}
      <div role="alert">
        {run.error && <Alert type="error" role="none" showIcon title={callFailureText(run.error)} />}
      </div>
      <span className={shared.actions}>
        {create > 0 && (
          <Button type={mayPublish ? 'default' : 'primary'} loading={run.isPending} onClick={() => start(false)}>
            导入为草稿
          </Button>
        )}
        {create > 0 && mayPublish && (
          <Button type="primary" loading={run.isPending} onClick={() => start(true)}>
            导入并发布
          </Button>
        )}
        <Cancel {...desk} />
      </span>
    </div>
  )
}

function leftWords({ rows, counts }: PosterImportReport): string {
  const unplaced = rows.filter(isRefusedForCategoryOnly).length
  const refused = counts.refuse - unplaced
  const remains = rows.flatMap((row) => (row.action === 'CREATE' && row.remains) || [])
  const gone = remains.filter((one) => one.gone).length
  const kept = remains.length - gone
  return [
    unplaced > 0 && `没有选栏目的 ${unplaced} 篇会跳过。`,
    refused > 0 && `不能导入的 ${refused} 篇会跳过。`,
    gone > 0 && `其中 ${gone} 篇会去掉引导关注、点赞或转发的内容。`,
    kept > 0 && `还有 ${kept} 篇保留着这样的内容。`,
  ]
    .filter(Boolean)
    .join('')
}

function Cancel({ report, renew }: Desk) {
  return (
    <StopImportButton
      label="取消导入"
      title="取消这次导入？"
      consequence={
        report.state === 'RUNNING'
          ? '已经导入的保留在内容列表里，其余不再导入。'
          : '什么也不会导入，在这里做的修改不再保留。'
      }
      importId={report.importId}
      stop={useCancelPosterImport()}
      renew={renew}
    />
  )
}

function Done({ report }: Desk) {
  const used = new Set(report.rows.map(({ categoryId }) => categoryId))
  const [only] = used.size === 1 ? used : []
  return (
    <Alert
      type="success"
      showIcon
      title={`导入完成，新建 ${report.counts.create} 篇`}
      action={<Link to={only ? `${paths.posters()}?category=${only}` : paths.posters()}>查看内容列表</Link>}
    />
  )
}

function BrokenOff({ report, home }: Desk) {
  const { state, done, total } = report
  const cancelled = state === 'CANCELLED'
  return (
    <Alert
      type={cancelled ? 'info' : 'error'}
      showIcon
      title={cancelled ? `这次导入已取消，已处理 ${done} / ${total} 篇` : `导入中断，已完成 ${done} / ${total} 篇`}
      description="已经导入的内容保留在内容列表里。重新上传同一个文件再导入，已有的不会重复。"
      action={<LinkButton to={home}>重新选择文件</LinkButton>}
    />
  )
}

import { Loaded } from '@ce/client/components/Loaded.tsx'
import { importStateQuery } from '@ce/client/staff/poster_import.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import classes from '../../components/import/Import.module.css'
import { PageHeader } from '../../kit/PageHeader.tsx'
import own from './Import.module.css'
import { ImportForm } from './ImportForm.tsx'
import { ImportList } from './ImportList.tsx'
import { ImportReportView } from './ImportReportView.tsx'

/** 批量导入: choose a file, read what would happen, then let it happen. */
export function ImportPage() {
  const [params, setParams] = useSearchParams()
  const importId = params.get('import')
  return (
    <>
      <PageHeader
        title="批量导入"
        actions={
          importId && <Button onClick={() => setParams({})}>导入记录，或导入另一个文件</Button>
        }
      >
        把原网站的文章一次导入。先逐篇预览、修改，确认之后才写入；可以随时离开，回来接着做。
      </PageHeader>
      {importId ? (
        <Checked key={importId} importId={importId} />
      ) : (
        <>
          <div className={classes.columns}>
            <ImportForm onChecked={(id) => setParams({ import: id })} />
            <Guide />
          </div>
          <ImportList />
        </>
      )}
    </>
  )
}

function Checked({ importId }: { importId: string }) {
  const query = useQuery(importStateQuery(importId))
  return <Loaded query={query}>{(report) => <ImportReportView report={report} />}</Loaded>
}

function Guide() {
  return (
    <section className={classes.guide} aria-labelledby="import-guide">
      <h2 id="import-guide">文件怎么准备</h2>
      <ul>
        <li>一个 Word（.docx）、Markdown（.md）或 HTML（.html）文档，或者装有许多文档的 ZIP。</li>
        <li>
          公众号文章：在电脑浏览器里打开，另存为“网页，全部”，连同文件夹一起打包成
          ZIP，图片才会一起导入。
        </li>
        <li>ZIP 里的文件夹可以用栏目名（如 notice、通知公告），文档就归入那个栏目。</li>
        <li>
          文档开头可以写明信息，不写也可以：
          <pre className={own.example}>{`---
title: 标题
category: notice
date: 2026-03-01
source: 来源
author: 作者
---`}</pre>
        </li>
        <li>没有写标题的，取正文的第一个标题，再不然取文件名。</li>
        <li>法律法规按“第×章”“第×条”自动分出目录和锚点。</li>
        <li>已经导入过的文档不会重复导入。</li>
      </ul>
    </section>
  )
}

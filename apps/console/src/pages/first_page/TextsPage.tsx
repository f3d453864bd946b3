import { formatDateTime } from '@ce/client/format.ts'
import { type SiteText, type TextKind, textsQuery } from '@ce/client/staff/first_page.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, Tabs } from 'antd'
import { useState } from 'react'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { Who } from '../../components/Who.tsx'
import classes from './desks.module.css'
import { NewTextForm } from './NewTextForm.tsx'
import { Paragraphs } from './Paragraphs.tsx'
import { textNames } from './text-names.ts'

/** The user agreement and the privacy policy, each in its versions; older ones stay, people agreed to them. */
export function TextsPage() {
  const { get, set } = useUrlFilters()
  const kind: TextKind = get('kind') === 'PRIVACY' ? 'PRIVACY' : 'AGREEMENT'
  return (
    <>
      <PageHeader title="协议文本">
        学员注册时同意的用户协议和隐私政策。发布过的版本永远保留，不能修改；要改就发布新版本。
      </PageHeader>
      <Tabs
        activeKey={kind}
        onChange={(key) => set({ kind: key === 'PRIVACY' ? key : undefined })}
        items={(['AGREEMENT', 'PRIVACY'] as const).map((key) => ({
          key,
          label: textNames[key],
          children: key === kind && <Versions key={kind} kind={kind} />,
        }))}
      />
    </>
  )
}

function Versions({ kind }: { kind: TextKind }) {
  const query = useQuery(textsQuery(kind))
  const [writing, setWriting] = useState(false)
  return (
    <Loaded query={query}>
      {(texts) =>
        writing ? (
          <NewTextForm kind={kind} texts={texts} onClose={() => setWriting(false)} />
        ) : (
          <>
            <Button type="primary" onClick={() => setWriting(true)}>
              起草新版本
            </Button>
            {texts.length === 0 ? (
              <EmptyState title={`还没有${textNames[kind]}`}>
                发布第一个版本后，学员注册时才有可以阅读的文本。
              </EmptyState>
            ) : (
              <VersionList texts={texts} />
            )}
          </>
        )
      }
    </Loaded>
  )
}

function VersionList({ texts }: { texts: SiteText[] }) {
  return (
    <ul className={classes.versions}>
      {texts.map((text, index) => (
        <li key={text.version} className={classes.version}>
          <details open={index === 0}>
            <summary>
              <h2>版本 {text.version}</h2>
              <span className={classes.meta}>自 {text.effectiveFrom} 生效</span>
              <span className={classes.meta}>
                <Who actor={text.publishedBy} /> 发布于 {formatDateTime(text.publishedAt)}
              </span>
            </summary>
            <Paragraphs of={text.paragraphs} />
          </details>
        </li>
      ))}
    </ul>
  )
}

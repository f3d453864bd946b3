import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { type SiteConstants, siteConstantsQuery } from '@ce/client/staff/first_page.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import classes from '../../components/form.module.css'
import { PendingUploads } from '../../components/upload/pending-uploads.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { SiteInfoForm } from './SiteInfoForm.tsx'

export function SiteInfoPage() {
  const query = useQuery(siteConstantsQuery())
  const [round, setRound] = useState(0)
  // Replaces the edited form by a form with the newest values.
  const restart = async () => {
    if ((await query.refetch()).isSuccess) setRound((count) => count + 1)
  }
  return (
    <div className={classes.reading}>
      <PageHeader title="站点信息">站名、页脚的主办单位与联系方式、备案号和二维码；保存后几秒内对访客可见。</PageHeader>
      <QueryContent query={query}>
        {(site: SiteConstants) => (
          <PendingUploads key={round}>
            <SiteInfoForm site={site} restart={restart} />
          </PendingUploads>
        )}
      </QueryContent>
    </div>
  )
}

import '@ce/site/site.css'
import type { SiteConstants } from '@ce/client/staff/first_page.ts'
import { SiteFooterContent } from '@ce/site/SiteFooter.tsx'
import { Form, type FormInstance } from 'antd'
import classes from './desks.module.css'

const noTexts = { agreement: [], privacy: [], agreementVersion: '', privacyVersion: '' }

interface FooterPreviewProps {
  form: FormInstance<SiteConstants>
  site: SiteConstants
}

/** Shows the footer with the unsaved values of the form. */
export function FooterPreview({ form, site }: FooterPreviewProps) {
  const typed: Partial<SiteConstants> = Form.useWatch([], { form, preserve: true }) ?? {}
  return (
    <div className={classes.preview} inert>
      <SiteFooterContent site={{ ...site, ...typed, ...noTexts }} />
    </div>
  )
}

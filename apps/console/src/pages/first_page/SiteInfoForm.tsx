import { isStaleRefusal } from '@ce/client/answers.ts'
import { type SiteConstants, useSaveSiteInfo } from '@ce/client/staff/first_page.ts'
import { firstPageSaveSiteInfoLimits } from '@ce/contract/generated/staff-limits'
import { showNotice } from '@ce/ui/notices.ts'
import { Button, Form, Input } from 'antd'
import { FormProblem } from '../../components/FormProblem.tsx'
import formClasses from '../../components/form.module.css'
import { PendingFiles } from '../../components/upload/PendingFiles.tsx'
import { usePendingUploads } from '../../components/upload/pending-uploads.tsx'
import { useVersionedSave } from '../../components/use-saved-over.ts'
import { requiredRule } from '../../kit/form-rules.ts'
import { useUnsavedChanges } from '../../kit/losses.ts'
import { clearAnsweredProblems } from '../../kit/show-in-form.ts'
import { useFormSubmission } from '../../kit/use-form-problem.ts'
import classes from './desks.module.css'
import { FooterPreview } from './FooterPreview.tsx'
import { QrPicturesField } from './QrImages.tsx'

const lines = [
  ['organizer', '主办单位', '也是学时证明上的发证机构。'],
  ['address', '地址', ''],
  ['email', '联系邮箱', ''],
  ['phone', '服务热线', '也显示在客服浮窗和忘记密码的提示里。'],
  ['wechatNumber', '公众号', ''],
  ['techSupport', '技术支持', ''],
  ['recordNumber', 'ICP 备案号', '如 浙ICP备12345678号；不填则不显示。'],
  ['policeRecordNumber', '公安备案号', '不填则不显示。'],
] as const

interface SiteInfoFormProps {
  site: SiteConstants
  restart: () => Promise<void>
}

export function SiteInfoForm({ site, restart }: SiteInfoFormProps) {
  const [form] = Form.useForm<SiteConstants>()
  const { changed, edited, save: saveOver } = useVersionedSave(site.version)
  const save = useSaveSiteInfo()
  const { problem, attempt } = useFormSubmission(form)
  useUnsavedChanges(changed, '站点信息')
  const pending = usePendingUploads()
  const submit = async () => {
    const fields: SiteConstants = form.getFieldsValue(true)
    const qrImages = fields.qrImages.map(({ title, fileId }) => ({ title, fileId }))
    const send = async (version: string) => (await save.mutateAsync({ ...fields, qrImages, version })).version
    if (!(await attempt(() => saveOver(send)))) return
    showNotice({ kind: 'success', title: '站点信息已保存', text: '几秒内对访客可见。' })
  }
  return (
    <Form
      form={form}
      name="site-info"
      layout="vertical"
      initialValues={site}
      onValuesChange={clearAnsweredProblems(form, edited)}
      onFinish={submit}
      scrollToFirstError={{ focus: true }}
    >
      <section className={formClasses.card}>
        <h2>名称与联系方式</h2>
        <Form.Item name="title" label="站名" rules={[requiredRule('请填写站名')]} validateTrigger="onBlur">
          <Input maxLength={firstPageSaveSiteInfoLimits.title.maxLength} />
        </Form.Item>
        <div className={classes.columns}>
          {lines.map(([name, label, hint]) => (
            <Form.Item
              key={name}
              name={name}
              label={label}
              extra={hint || undefined}
              rules={name === 'organizer' ? [requiredRule('请填写主办单位')] : []}
              validateTrigger="onBlur"
            >
              <Input maxLength={firstPageSaveSiteInfoLimits[name].maxLength} />
            </Form.Item>
          ))}
        </div>
      </section>
      <section className={formClasses.card}>
        <h2>二维码（最多 4 个）</h2>
        <QrPicturesField />
        <PendingFiles {...pending} act="照样保存" />
      </section>
      <section className={formClasses.card}>
        <h2>页脚预览</h2>
        <FooterPreview form={form} site={site} />
      </section>
      <div className={classes.save}>
        <Button type="primary" htmlType="submit" disabled={!pending.without} loading={save.isPending}>
          保存
        </Button>
        <span className={formClasses.hint} role="status">
          {changed ? '有修改还没有保存' : ''}
        </span>
        <FormProblem problem={problem} />
        {isStaleRefusal(save.error) && <Button onClick={() => void restart()}>放弃我的修改，载入最新内容</Button>}
      </div>
    </Form>
  )
}

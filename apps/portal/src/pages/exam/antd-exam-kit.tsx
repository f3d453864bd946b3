import type { ExamKit } from '@ce/frame/student/exam/exam-kit.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { Checkbox, Drawer, Radio, Segmented, Select, Switch } from 'antd'
import classes from './antd-exam-kit.module.css'
import { ExamFrame } from './ExamFrame.tsx'

/** What only the exam needs, as the desktop draws it. */
export const antdExamKit: ExamKit = {
  Radios: ({ label, options, value, onChange }) => (
    <Radio.Group
      name="exam-mode"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[...options]}
    />
  ),
  Segments: ({ label, options, value, onChange }) => (
    <Segmented
      aria-label={label}
      className={classes.segments ?? ''}
      options={[...options]}
      value={value}
      onChange={onChange}
      block
    />
  ),
  Select: ({ label, options, value, onChange }) => (
    <Select
      aria-label={label}
      className={classes.select ?? ''}
      value={value ?? null}
      onChange={onChange}
      options={[...options]}
      // beside it, not behind the page's last landmark
      getPopupContainer={({ parentElement }) => parentElement ?? document.body}
    />
  ),
  Check: ({ checked, disabled = false, onChange, children }) => (
    <Checkbox
      checked={checked}
      disabled={disabled}
      onChange={({ target }) => onChange(target.checked)}
    >
      {children}
    </Checkbox>
  ),
  Switch: ({ labelledBy, checked, onChange }) => (
    <Switch aria-labelledby={labelledBy} checked={checked} onChange={onChange} size="small" />
  ),
  Drawer: ({ title, open, className = '', onClose, children }) => (
    <Drawer
      title={title}
      placement="bottom"
      size="auto"
      rootClassName={className}
      open={open}
      onClose={onClose}
    >
      {children}
    </Drawer>
  ),
  Frame: ExamFrame,
  useTell: () => (kind, text) => void showNotice({ kind, title: text }),
}

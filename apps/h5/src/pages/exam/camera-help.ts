import type { CameraProblem } from '@ce/client/exam-attempt/camera.ts'

/** What helps on a phone when the camera fails (product §4 Exam). */
export const cameraHelp: Record<CameraProblem, string> = {
  none: '这台设备没有可用的摄像头，请换一台手机，然后点“重新检查”。',
  refused:
    '请在浏览器的网站设置里把“相机”改为“允许”；仍然不行的，到手机的“设置 › 应用 › 浏览器 › 权限”中允许使用相机，然后点“重新检查”。',
  insecure:
    '浏览器只允许安全连接（网址以 https:// 开头）使用摄像头。请核对网址；在微信等应用里打开的，请点右上角选择“在浏览器打开”。',
  busy: '请结束通话，关闭正在使用相机的应用（微信视频、腾讯会议等），然后点“重新检查”。',
  'enumeration-failed': '浏览器异常。请完全关闭浏览器后重新打开本页，然后点“重新检查”。',
  failed: '请完全关闭浏览器或重启手机，然后点“重新检查”。',
  lost: '通话或其他应用可能占用了摄像头，结束后点“重新检查”。',
}

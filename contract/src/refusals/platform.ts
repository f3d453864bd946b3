import type { RefusalCatalogue } from './shape.ts'

export const platformRefusals = {
  'common.invalid': { code: 1001, msg: '提交的内容有误，请检查：{problem}' },
  'common.unparsable': { code: 1002, msg: '提交的内容无法读取，请刷新页面后重试', status: 400 },
  'common.noSuchCall': { code: 1003, msg: '没有这项服务，请刷新页面后重试', status: 404 },
  'common.tooLarge': { code: 1004, msg: '提交的内容过大，请删减后再试', status: 413 },
  'common.tooOften': { code: 1005, msg: '操作过于频繁，请在 {seconds} 秒后再试', status: 429 },
  'common.broken': { code: 1006, msg: '服务器出错，请联系管理员', status: 500 },
  'common.busy': { code: 1007, msg: '系统繁忙，请稍后再试', status: 503 },
  'common.unauthorized': { code: 1008, msg: '身份验证已过期，请重新登录', status: 401 },
  'common.notFound': { code: 1009, msg: '没有找到这条记录，请刷新后重试' },
  'common.addressLimited': {
    code: 1012,
    msg: '您所在的网络登录失败次数过多，请在 {minutes} 分钟后再试，或换用其他网络；登录过的设备不受影响',
    status: 429,
  },
  'common.keyUsed': { code: 1010, msg: '这个编号已用于另一项操作，请刷新后重试' },
  'common.passwordGiven': {
    code: 1011,
    msg: '这次重置已于 {at} 完成，原密码已失效；一次性密码只显示一次，不保存。没有记下时，请关闭窗口后重新发起一次重置',
  },
  'common.tooManyImports': {
    code: 1013,
    msg: '您有 {most} 个导入检查后还没有写入，请先写入其中需要的；其余的在检查 7 天后自动删除，之后可以再上传',
  },

  'file.missing': { code: 3001, msg: '请选择要上传的文件' },
  'file.tooLarge': { code: 3002, msg: '文件超过 {limit}，请压缩或拆分后再上传' },
  'file.wrongType': { code: 3003, msg: '{problem}' },
  'file.tooMany': { code: 3004, msg: '上传过于频繁，请稍后再试' },
  'file.linkInvalid': { code: 3005, msg: '链接已失效，请刷新页面后重试', status: 403 },
  'file.gone': { code: 3006, msg: '文件不存在或已删除，请刷新页面', status: 404 },
  'file.contentMissing': {
    code: 3015,
    msg: '文件内容在服务器上缺失，请联系协会工作人员处理',
    status: 404,
  },
  'file.storeUnavailable': { code: 3017, msg: '文件暂时无法读取或保存，请稍后重试', status: 503 },
  'file.noSuchUpload': { code: 3007, msg: '没有找到这次上传，请重新选择文件' },
  'file.badOffset': { code: 3008, msg: '上传中断处对不上，请重新选择同一文件继续上传' },
  'file.incomplete': { code: 3009, msg: '文件还没有传完，请继续上传' },
  'file.badFilm': { code: 3011, msg: '这个视频不能用：{problem}' },
  'file.badCaptions': { code: 3012, msg: '字幕有误：{problem}' },
  'file.badSheet': { code: 3013, msg: '表格不能用：{problem}' },
  'file.unreadable': { code: 3014, msg: '文件无法读取：{problem}' },
  'file.unfitPicture': { code: 3016, msg: '{problem}' },
  'file.badPicture': { code: 3010, msg: '图片无法读取，或尺寸过大，请换一张' },
} as const satisfies RefusalCatalogue

-- Every call that changes something has a button of its own (N-01). Who could make the call until now keeps it: a role or a
-- grade administrator gets a button with its page or, where the call had a button already, with that button (needed).
create temporary table new_button (id text, page text, code text, name text, sort_num int, needed text[]) on commit drop;
insert into new_button values
  ('app_list-add-app', '/app/list', 'add-app', '新增应用', 2, array['edit-c']),
  ('app_list-edit-app', '/app/list', 'edit-app', '编辑应用', 3, array['edit-c']),
  ('app_list-delete-app', '/app/list', 'delete-app', '删除应用', 4, null),
  ('app_list-app-status', '/app/list', 'app-status', '启用停用应用', 5, null),
  ('app_list-app-secret', '/app/list', 'app-secret', '重置应用密钥', 6, array['edit-c']),
  ('app_list-sort-app', '/app/list', 'sort-app', '应用排序', 7, null),
  ('app_list-app-group', '/app/list', 'app-group', '维护应用分组', 8, null),
  ('app_list-test-sign-in', '/app/list', 'test-sign-in', '测试登录', 9, array['edit-c']),
  ('app_authority-add-app-role', '/app/authority', 'add-app-role', '新增应用角色', 2, null),
  ('app_authority-edit-app-role', '/app/authority', 'edit-app-role', '编辑应用角色', 3, null),
  ('app_authority-delete-app-role', '/app/authority', 'delete-app-role', '删除应用角色', 4, null),
  ('app_authority-app-role-status', '/app/authority', 'app-role-status', '启用停用应用角色', 5, null),
  ('app_authority-role-resource', '/app/authority', 'role-resource', '设置角色资源', 6, null),
  ('app_authority-grant-role', '/app/authority', 'grant-role', '授予收回应用角色', 7, array['refUser']),
  ('app_authority-app-resource', '/app/authority', 'app-resource', '维护应用资源', 8, null),
  ('app_user-add-app-user', '/app/user', 'add-app-user', '添加应用用户', 1, null),
  ('app_user-remove-app-user', '/app/user', 'remove-app-user', '移除应用用户', 2, null),
  ('app_user-app-account', '/app/user', 'app-account', '修改应用账号', 3, null),
  ('app_user-app-user-status', '/app/user', 'app-user-status', '启用停用应用用户', 4, null),
  ('app_user-export-app-user', '/app/user', 'export-app-user', '导出应用用户', 5, null),
  ('app_appSetting-edit-app-setting', '/app/appSetting', 'edit-app-setting', '修改应用设置', 1, null),
  ('app_appSetting-test-push', '/app/appSetting', 'test-push', '测试推送', 2, null),
  ('auth-group-add-auth-group', '/authorize/auth-group', 'add-auth-group', '新增权限组', 2, null),
  ('auth-group-edit-auth-group', '/authorize/auth-group', 'edit-auth-group', '编辑权限组', 3, null),
  ('auth-group-delete-auth-group', '/authorize/auth-group', 'delete-auth-group', '删除权限组', 4, null),
  ('auth-group-auth-group-status', '/authorize/auth-group', 'auth-group-status', '启用停用权限组', 5, null),
  ('authorize_auth-group-save-auth', '/authorize/auth-group', 'save-auth', '设置权限组内容', 6, array['auth']),
  ('authorize_auth-group-auth-target', '/authorize/auth-group', 'auth-target', '设置权限组对象', 7, array['auth']),
  ('authorize_index-grant', '/authorize/index', 'grant', '授权', 1, null),
  ('authorize_index-revoke', '/authorize/index', 'revoke', '收回授权', 2, null),
  ('authorize_index-export-grant', '/authorize/index', 'export-grant', '导出授权', 3, null),
  ('authorize_api-auth-add-client', '/authorize/api-auth', 'add-client', '新增API客户端', 1, null),
  ('authorize_api-auth-edit-client', '/authorize/api-auth', 'edit-client', '编辑API客户端', 2, null),
  ('authorize_api-auth-delete-client', '/authorize/api-auth', 'delete-client', '删除API客户端', 3, null),
  ('authorize_api-auth-client-status', '/authorize/api-auth', 'client-status', '启用停用API客户端', 4, null),
  ('authorize_api-auth-client-secret', '/authorize/api-auth', 'client-secret', '重置客户端密钥', 5, null),
  ('authorize_api-auth-client-api', '/authorize/api-auth', 'client-api', '授予接口', 6, null),
  ('audit_operation-prove', '/audit/operation', 'prove', '校验完整性', 1, null),
  ('audit_operation-export-log', '/audit/operation', 'export-log', '导出日志', 2, null),
  ('audit_operation-export-evidence', '/audit/operation', 'export-evidence', '导出存证', 3, null),
  ('audit_getPage-kick', '/audit/getPage', 'kick', '强制下线', 1, null),
  ('audit_getPage-kick-lock', '/audit/getPage', 'kick-lock', '强制下线并停用', 2, null),
  ('audit_loginLog-export-login-log', '/audit/loginLog', 'export-login-log', '导出登录日志', 1, null),
  ('audit_sms-export-sms', '/audit/sms', 'export-sms', '导出短信记录', 1, null),
  ('organiz_index-delete-user', '/organiz/index', 'delete-user', '删除用户', 7, null),
  ('organiz_index-user-status', '/organiz/index', 'user-status', '启用停用用户', 8, null),
  ('organiz_index-reset-password', '/organiz/index', 'reset-password', '重置密码', 9, array['edit-user']),
  ('organiz_index-reset-factor', '/organiz/index', 'reset-factor', '重置二次验证', 10, array['edit-user']),
  ('organiz_index-transfer-user', '/organiz/index', 'transfer-user', '调整主职', 11, array['edit-user']),
  ('organiz_index-remove-job', '/organiz/index', 'remove-job', '移除任职', 12, null),
  ('organiz_index-sort-user', '/organiz/index', 'sort-user', '用户排序', 13, null),
  ('organiz_index-certify-user', '/organiz/index', 'certify-user', '实名认证', 14, array['edit-user']),
  ('organiz_index-reveal-user', '/organiz/index', 'reveal-user', '查看敏感信息', 15, array['user-detail', 'edit-user']),
  ('organiz_index-import-user', '/organiz/index', 'import-user', '导入用户', 16, array['batch-save']),
  ('organiz_index-export-user', '/organiz/index', 'export-user', '导出用户', 17, null),
  ('organiz_index-recover-user', '/organiz/index', 'recover-user', '恢复用户', 18, null),
  ('organiz_index-add-org', '/organiz/index', 'add-org', '新增机构', 19, null),
  ('organiz_index-edit-org', '/organiz/index', 'edit-org', '编辑机构', 20, null),
  ('organiz_index-delete-org', '/organiz/index', 'delete-org', '删除机构', 21, null),
  ('organiz_index-org-status', '/organiz/index', 'org-status', '启用停用机构', 22, null),
  ('organiz_index-move-org', '/organiz/index', 'move-org', '移动机构', 23, null),
  ('organiz_index-sort-org', '/organiz/index', 'sort-org', '机构排序', 24, null),
  ('organiz_index-export-org', '/organiz/index', 'export-org', '导出机构', 25, null),
  ('organiz_org-list-add-org', '/organiz/org-list', 'add-org', '新增机构', 4, null),
  ('organiz_org-list-edit-org', '/organiz/org-list', 'edit-org', '编辑机构', 5, null),
  ('organiz_org-list-delete-org', '/organiz/org-list', 'delete-org', '删除机构', 6, null),
  ('organiz_org-list-org-status', '/organiz/org-list', 'org-status', '启用停用机构', 7, null),
  ('organiz_org-list-move-org', '/organiz/org-list', 'move-org', '移动机构', 8, null),
  ('organiz_org-list-sort-org', '/organiz/org-list', 'sort-org', '机构排序', 9, null),
  ('organiz_org-list-import-org', '/organiz/org-list', 'import-org', '导入机构', 10, array['batch-save-org']),
  ('organiz_org-list-export-org', '/organiz/org-list', 'export-org', '导出机构', 11, null),
  ('organiz_org-list-recover-org', '/organiz/org-list', 'recover-org', '恢复机构', 12, null),
  ('organiz_org-list-org-range', '/organiz/org-list', 'org-range', '维护机构范围', 13, null),
  ('organiz_stripe-org-add-stripe', '/organiz/stripe-org', 'add-stripe', '新增条线', 2, null),
  ('organiz_stripe-org-edit-stripe', '/organiz/stripe-org', 'edit-stripe', '编辑条线', 3, null),
  ('organiz_stripe-org-delete-stripe', '/organiz/stripe-org', 'delete-stripe', '删除条线', 4, null),
  ('organiz_stripe-org-stripe-status', '/organiz/stripe-org', 'stripe-status', '启用停用条线', 5, null),
  ('organiz_stripe-org-stripe-org', '/organiz/stripe-org', 'stripe-org', '维护条线机构', 6, array['stripe']),
  ('organiz_work-group-add-group', '/organiz/work-group', 'add-group', '新增工作组', 1, null),
  ('organiz_work-group-edit-group', '/organiz/work-group', 'edit-group', '编辑工作组', 2, null),
  ('organiz_work-group-delete-group', '/organiz/work-group', 'delete-group', '删除工作组', 3, null),
  ('organiz_work-group-group-status', '/organiz/work-group', 'group-status', '启用停用工作组', 4, null),
  ('organiz_work-group-group-user', '/organiz/work-group', 'group-user', '维护工作组成员', 5, null),
  ('organiz_setting-edit-setting', '/organiz/setting', 'edit-setting', '修改组织设置', 5, null),
  ('organiz_setting-edit-rank', '/organiz/setting', 'edit-rank', '维护职级', 6, array['rank']),
  ('organiz_setting-edit-title', '/organiz/setting', 'edit-title', '维护职称', 7, array['positionalTitles']),
  ('organiz_setting-edit-position', '/organiz/setting', 'edit-position', '维护职务', 8, array['position']),
  ('organiz_setting-edit-station', '/organiz/setting', 'edit-station', '维护岗位', 9, array['station']),
  ('organiz_user-label-add-label', '/organiz/user-label', 'add-label', '新增标签', 1, null),
  ('organiz_user-label-edit-label', '/organiz/user-label', 'edit-label', '编辑标签', 2, null),
  ('organiz_user-label-delete-label', '/organiz/user-label', 'delete-label', '删除标签', 3, null),
  ('organiz_user-label-label-status', '/organiz/user-label', 'label-status', '启用停用标签', 4, null),
  ('organiz_user-label-label-user', '/organiz/user-label', 'label-user', '维护标签成员', 5, null),
  ('organiz_user-label-merge-label', '/organiz/user-label', 'merge-label', '合并标签', 6, null),
  ('system_manage-add-admin', '/system/manage', 'add-admin', '添加管理员', 1, null),
  ('system_manage-edit-admin', '/system/manage', 'edit-admin', '编辑管理员', 2, null),
  ('system_manage-delete-admin', '/system/manage', 'delete-admin', '移除管理员', 3, null),
  ('system_manage-admin-status', '/system/manage', 'admin-status', '启用停用管理员', 4, null),
  ('system_manage-appoint', '/system/manage', 'appoint', '任命三员', 5, null),
  ('system_gradeAdmins-grade-auth', '/system/gradeAdmins', 'grade-auth', '设置分级管理员', 1, null),
  ('system_gradeAdmins-grade-status', '/system/gradeAdmins', 'grade-status', '启用停用分级管理员', 2, null),
  ('system_gradeAdmins-export-grade', '/system/gradeAdmins', 'export-grade', '导出分级管理员', 3, null),
  ('system_systemRoleIndex-add-role', '/system/systemRoleIndex', 'add-role', '新增角色', 1, null),
  ('system_systemRoleIndex-edit-role', '/system/systemRoleIndex', 'edit-role', '编辑角色', 2, null),
  ('systemRoleIndex-delete-role', '/system/systemRoleIndex', 'delete-role', '删除角色', 3, null),
  ('systemRoleIndex-role-status', '/system/systemRoleIndex', 'role-status', '启用停用角色', 4, null),
  ('system_systemRoleIndex-role-auth', '/system/systemRoleIndex', 'role-auth', '设置角色权限', 5, null),
  ('system_systemRoleIndex-role-user', '/system/systemRoleIndex', 'role-user', '维护角色成员', 6, null),
  ('securityConfig-edit-security', '/system/securityConfig', 'edit-security', '修改基础设置', 1, null),
  ('incorrectLoginIndex-unlock', '/system/incorrectLoginIndex', 'unlock', '解锁账号', 1, null);

-- Buttons that were there under the same code stay; one of the same name leaves the name to it.
insert into menu (id, parent_id, name, menu_uri, type, mark, status, hsa_auth_grade_show, sort_num)
select b.id, m.id, b.name, '', 'button', b.code, 1, m.hsa_auth_grade_show, b.sort_num
from new_button b join menu m on m.menu_uri = b.page and m.type = 'menu'
on conflict do nothing;

create temporary table old_holder on commit drop as
with granted as (
  select 'role' as kind, role_id as holder, menu_id from role_menu
  union all
  select 'grade', grade_admin_id, menu_id from grade_admin_menu
), held as (
  -- A page is held by itself or with one of its buttons.
  select g.kind, g.holder, case m.type when 'menu' then m.id else m.parent_id end as page_id, m.mark
  from granted g join menu m on m.id = g.menu_id
)
select distinct h.kind, h.holder, n.id as menu_id
from new_button b
join menu p on p.menu_uri = b.page and p.type = 'menu'
join menu n on n.parent_id = p.id and n.type = 'button' and n.mark = b.code
join held h on h.page_id = p.id and (b.needed is null or h.mark = any (b.needed));

insert into role_menu (role_id, menu_id) select holder, menu_id from old_holder where kind = 'role' on conflict do nothing;
insert into grade_admin_menu (grade_admin_id, menu_id) select holder, menu_id from old_holder where kind = 'grade' on conflict do nothing;

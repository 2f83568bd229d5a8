-- The button says what it gives (docs/decisions/0114-providers-that-find-accounts.md).
update menu set name = '维护上游身份提供方（可新建账号，不能登录已有账号）' where type = 'button' and mark = 'edit-idp' and name = '维护上游身份提供方';

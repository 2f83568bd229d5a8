-- What is set on these pages holds for everybody: they are no longer offered to grade administrators, who have a branch.
-- A super administrator who wants otherwise switches them on again in the menu administration.
update menu set hsa_auth_grade_show = 0 where hsa_auth_grade_show = 1 and (
  menu_uri in ('/organiz/setting', '/system/manage', '/system/systemRoleIndex', '/system/securityConfig')
  or parent_id in (select id from menu
    where menu_uri in ('/organiz/setting', '/system/manage', '/system/systemRoleIndex', '/system/securityConfig')));

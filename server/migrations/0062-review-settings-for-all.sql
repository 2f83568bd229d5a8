-- Who examines is set for the whole system: shipped as not meant for delegated administrators (D-34).
update menu set hsa_auth_grade_show = 0
where menu_uri = '/examine/examine-set' or parent_id in (select id from menu where menu_uri = '/examine/examine-set');

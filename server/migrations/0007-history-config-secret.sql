-- The value of a password item is a secret, though its column is not (D-72): history tells that it changed, not to what.
create or replace function without_secrets(entry jsonb) returns jsonb language sql immutable as $$
  select entry - array['password_hash', 'phone_cipher', 'phone_hash', 'phone_tail', 'id_card_cipher', 'id_card_hash',
                     'search', 'grams', 'pinyin', 'initials', 'last_login_time']
    - case when entry ->> 'value_type' = 'password' then array['config_value'] else array[]::text[] end
$$;

/*
 * The functions of DuckDB that users' queries may call. All of them compute from their arguments alone: none
 * reads files, settings, the environment, secrets, extensions or the catalog, runs a text as SQL, looks a table
 * up by a text, or waits. A function that is not listed is not allowed, including new ones of later versions of DuckDB.
 */

/** Functions that can be called as a value, by purpose: scalar functions and DuckDB's own macros. */
const VALUE_FUNCTIONS = {
  operators: `
    !__postfix !~~ !~~* % & && * ** + - -> ->> / // <-> << <=> <@ >> @ @> ^ ^@ | || ~ ~~ ~~* ~~~
    add subtract multiply divide concat contains constant_or_null ilike_escape like_escape not_ilike_escape
    not_like_escape switch xor`,
  numbers: `
    abs acos acosh asin asinh atan atan2 atanh bin cbrt ceil ceiling cos cosh cot degrees equi_width_bins even exp
    factorial fdiv floor fmod format_bytes formatreadabledecimalsize formatreadablesize gamma gcd greatest
    greatest_common_divisor hex is_histogram_other_bin isfinite isinf isnan lcm least least_common_multiple lgamma
    ln log log10 log2 mod nextafter parse_formatted_bytes pg_size_pretty pi pow power radians round round_even
    roundbankers sign signbit sin sinh sqrt tan tanh to_base to_binary to_hex trunc unbin unhex`,
  bits: "bar bit_count bit_length bit_position bitstring get_bit set_bit",
  texts: `
    array_to_string array_to_string_comma_default ascii char_length character_length chr concat_ws
    damerau_levenshtein editdist3 ends_with format hamming instr jaccard jaro_similarity jaro_winkler_similarity
    lcase left left_grapheme length length_grapheme levenshtein lower lpad ltrim mismatches nfc_normalize
    octet_length ord parse_dirname parse_dirpath parse_filename parse_path position prefix printf regexp_escape
    regexp_extract regexp_extract_all regexp_full_match regexp_matches regexp_replace regexp_split_to_array
    regexp_split_to_table repeat replace reverse right right_grapheme rpad rtrim split split_part starts_with
    str_split str_split_regex string_split string_split_regex string_to_array strip_accents strlen strpos substr
    substring substring_grapheme suffix translate trim ucase unicode upper`,
  encodings: `
    base64 create_sort_key decode encode from_base64 from_binary from_hex hash md5 md5_number md5_number_lower
    md5_number_upper sha1 sha256 to_base64 url_decode url_encode`,
  times: `
    age ago century current_date current_localtime current_localtimestamp date_add date_diff date_part date_sub
    date_trunc datediff datepart datesub datetrunc day dayname dayofmonth dayofweek dayofyear days_in_month decade
    epoch epoch_ms epoch_ns epoch_us era get_current_time get_current_timestamp hour isodow isoyear julian last_day
    make_date make_time make_timestamp make_timestamp_ms make_timestamp_ns make_timestamptz microsecond millennium
    millisecond minute month monthname nanosecond normalized_interval now quarter second strftime strptime
    time_bucket timetz_byte_comparable timezone timezone_hour timezone_minute to_centuries to_days to_decades
    to_hours to_microseconds to_millennia to_milliseconds to_minutes to_months to_quarters to_seconds to_timestamp
    to_weeks to_years today transaction_timestamp try_strptime week weekday weekofyear year yearweek`,
  lists: `
    aggregate apply array_aggr array_aggregate array_append array_apply array_cat array_concat array_contains
    array_cosine_distance array_cosine_similarity array_cross_product array_distance array_distinct
    array_dot_product array_extract array_filter array_grade_up array_has array_has_all array_has_any array_indexof
    array_inner_product array_intersect array_length array_negative_dot_product array_negative_inner_product
    array_pop_back array_pop_front array_position array_prepend array_push_back array_push_front array_reduce
    array_resize array_reverse array_reverse_sort array_select array_slice array_sort array_transform array_unique
    array_value array_where array_zip cardinality element_at filter flatten generate_series generate_subscripts
    grade_up len list_aggr list_aggregate list_any_value list_append list_apply list_approx_count_distinct list_avg
    list_bit_and list_bit_or list_bit_xor list_bool_and list_bool_or list_cat list_concat list_contains
    list_cosine_distance list_cosine_similarity list_count list_distance list_distinct list_dot_product
    list_element list_entropy list_extract list_filter list_first list_grade_up list_has list_has_all list_has_any
    list_histogram list_indexof list_inner_product list_intersect list_kurtosis list_kurtosis_pop list_last
    list_mad list_max list_median list_min list_mode list_negative_dot_product list_negative_inner_product
    list_pack list_position list_prepend list_product list_reduce list_resize list_reverse list_reverse_sort
    list_select list_sem list_skewness list_slice list_sort list_stddev_pop list_stddev_samp list_string_agg
    list_sum list_transform list_unique list_value list_var_pop list_var_samp list_where list_zip range reduce
    unnest unpivot_list`,
  "structs, maps and unions": `
    map map_concat map_contains map_contains_entry map_contains_value map_entries map_extract map_extract_value
    map_from_entries map_keys map_values row struct_concat struct_contains struct_extract struct_extract_at
    struct_has struct_indexof struct_insert struct_keys struct_pack struct_position struct_update struct_values
    union_extract union_tag union_value variant_extract variant_typeof`,
  json: `
    array_to_json from_json from_json_strict json json_array json_array_length json_contains json_exists json_extract
    json_extract_path json_extract_path_text json_extract_string json_group_array json_group_object
    json_group_structure json_keys json_merge_patch json_object json_pretty json_quote json_structure json_transform
    json_transform_strict json_type json_valid json_value row_to_json to_json`,
  types: "enum_code enum_first enum_last enum_range enum_range_boundary pg_typeof typeof",
  random: `
    gen_random_uuid random setseed uuid uuid_extract_timestamp uuid_extract_version uuidv4 uuidv7`,
  others: "alias error geomean geometric_mean nullif wavg weighted_avg",
};

/** Functions over rows: aggregates, also over windows and by name in `list_aggregate`, and those of windows alone. */
const ROW_FUNCTIONS = {
  counts:
    "approx_count_distinct approx_top_k count count_if count_star countif histogram histogram_exact mode",
  sums: "avg favg fsum kahan_sum mean product sum sum_no_overflow sumkahan",
  "least and greatest": `
    arg_max arg_max_null arg_max_nulls_last arg_min arg_min_null arg_min_nulls_last argmax argmin max max_by min
    min_by`,
  statistics: `
    approx_quantile corr covar_pop covar_samp entropy kurtosis kurtosis_pop mad median quantile quantile_cont
    quantile_disc regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy
    reservoir_quantile sem skewness stddev stddev_pop stddev_samp var_pop var_samp variance`,
  "lists and texts": "array_agg group_concat list listagg string_agg",
  bits: "bit_and bit_or bit_xor bitstring_agg bool_and bool_or",
  "single values": "any_value arbitrary first last",
  windows: `
    cume_dist dense_rank fill first_value lag last_value lead nth_value ntile percent_rank rank rank_dense
    row_number`,
};

export const ALLOWED_TABLE_FUNCTIONS = namesIn({
  rows: "generate_series range repeat repeat_row unnest",
  json: "json_each json_tree",
  times: "icu_calendar_names pg_timezone_names",
});

/** Internal views of DuckDB with views, columns and types; the other ones show paths and settings. */
export const ALLOWED_INTERNAL_VIEWS = namesIn({
  standard: `
    character_sets check_constraints columns constraint_column_usage constraint_table_usage key_column_usage
    referential_constraints schemata table_constraints tables views`,
});

export const ALLOWED_VALUE_FUNCTIONS = namesIn({
  ...VALUE_FUNCTIONS,
  rows: Object.values(ROW_FUNCTIONS).join(" "),
});

function namesIn(groups: Readonly<Record<string, string>>): ReadonlySet<string> {
  return new Set(Object.values(groups).flatMap((names) => names.trim().split(/\s+/)));
}

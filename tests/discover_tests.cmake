# Writes FILE, which makes a test of each test case of PROGRAM. Runs after PROGRAM is linked.
#
# Not Catch's own catch_discover_tests(), as that takes one group of test cases at a time, warns of every group that a
# program has none of, and starts CMake and the program twice for each.
#
# CATCH2_VERSION: that PROGRAM is built with. PREFIX: of the tests' names. TIMEOUT: in seconds. ENVIRONMENT: of the tests; may be empty.
# LAUNCHER: what runs the program; may be empty. GROUPS: of short, long, threads, thorough, thorough_threads and slow.
set(cases_short "~[.]~[long]~[threads]~[thorough]")
set(cases_long "[long]~[.]~[threads]~[thorough]")
set(cases_threads "[threads]~[.]~[thorough]")
set(cases_thorough "[thorough]~[.]~[threads]")
set(cases_thorough_threads "[thorough][threads]~[.]")
set(cases_slow "[slow]")
# Long ones start first, as the last one to end decides how long it takes; those with threads even before them.
set(properties_short TIMEOUT ${TIMEOUT})
set(properties_long TIMEOUT ${TIMEOUT} COST 100)
set(properties_threads TIMEOUT ${TIMEOUT} COST 200 PROCESSORS 2)
set(properties_thorough ${properties_long} LABELS thorough)
set(properties_thorough_threads ${properties_threads} LABELS thorough)
set(properties_slow TIMEOUT 7200 LABELS slow PROCESSORS 2)

if(CATCH2_VERSION VERSION_GREATER_EQUAL 3)
  set(list_names --list-tests --verbosity quiet)
else()
  set(list_names --list-test-names-only)
endif()
# A name that fits no test case is a mistake, which Catch2 2 says if asked.
set(no_match "")
if(CATCH2_VERSION VERSION_LESS 3)
  set(no_match " --warn NoTests")
endif()
set(launcher "")
foreach(word IN LISTS LAUNCHER)
  string(APPEND launcher "[==[${word}]==] ")
endforeach()
set(script "")
foreach(group IN LISTS GROUPS)
  # Catch2 2 exits with the number of test cases, so an exit code does not tell a mistake.
  execute_process(COMMAND ${PROGRAM} ${cases_${group}} ${list_names}
                  OUTPUT_VARIABLE names ERROR_VARIABLE mistakes RESULT_VARIABLE result)
  if(NOT result MATCHES "^[0-9]+$" OR mistakes)
    message(FATAL_ERROR "${PROGRAM} does not list its test cases: ${result} ${mistakes}")
  endif()
  set(properties ${properties_${group}})
  if(ENVIRONMENT)
    list(APPEND properties ENVIRONMENT ${ENVIRONMENT})
  endif()
  list(JOIN properties " " properties)
  set(prefix "${PREFIX}: ")
  if(group STREQUAL "slow")
    set(prefix "${PREFIX}, in full: ")
  endif()
  string(REPLACE ";" "\\;" names "${names}") # which would end an item of the list
  string(REGEX MATCHALL "[^\n]+" names "${names}")
  foreach(name IN LISTS names)
    string(REGEX REPLACE "([],[])" "\\\\\\1" escaped "${name}") # a pattern to Catch, in which these have a meaning
    string(APPEND script "add_test([==[${prefix}${name}]==] ${launcher}[==[${PROGRAM}]==] [==[${escaped}]==]${no_match})\n"
                         "set_tests_properties([==[${prefix}${name}]==] PROPERTIES ${properties})\n")
  endforeach()
endforeach()
file(WRITE ${FILE} "${script}")
